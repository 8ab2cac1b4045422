// The German text that leads to the lessons, which are in English.

package logic

const learnGerman = "" +
	"learn.link: Drei Lektionen auf Englisch (neuer Tab)\n"
