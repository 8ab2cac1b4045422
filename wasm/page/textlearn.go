// The text that leads to the lessons, which are pages of their own (site/learn).

package page

var learnText = map[string]string{
	"learn.link": "Three lessons (new tab)",
}
