// The text that leads to the lessons, which are pages of their own (site/learn).

package page

const learnText = "" +
	"learn.link: Three lessons (new tab)\n"
