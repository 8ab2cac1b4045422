// The text that leads to the lessons, which are pages of their own (site/learn).

package logic

const learnText = "" +
	"learn.link: Three lessons (new tab)\n"
