// The German text that leads to the lessons, which are in English.

package page

var learnGerman = map[string]string{
	"learn.link": "Drei Lektionen auf Englisch (neuer Tab)",
}
