// The texts of the page in a frame: its parts, tutorials, and what is hidden or locked.

package page

var embedText = map[string]string{
	"part.header":  "Heading",
	"part.lock":    "Network lock",
	"part.start":   "The button Run",
	"part.row":     "Choice of the row",
	"part.details": "Details",
	"part.checks":  "Comparisons with other bandwidths and priors",
	"part.footer":  "Footer",

	"embed.title":    "Embed",
	"embed.open":     "Snippet",
	"embed.say":      "For a page of one’s own: three snippets, each of which shows there what is ticked here. It runs in the reader’s browser and sends nothing.",
	"embed.data":     "Data",
	"embed.own":      "%s, its rows in the snippet", // name of the table
	"embed.height":   "Height",
	"embed.lock":     "Lock data and model",
	"embed.run":      "Run at once",
	"embed.parts":    "What is shown",
	"embed.tutorial": "Steps for the reader",
	"embed.steps":    "One step a line. A line may begin with the name of the part that it is about and a colon (run: Press Run.); the part is then outlined, and the step ticked when it was done.",
	"embed.frame":    "Frame",
	"embed.element":  "Element",
	"embed.module":   "Module",
	"embed.origin":   "Element and module are for pages of the same host, or with the files of this folder beside them.",
	"embed.copy":     "Copy",
	"embed.copied":   "The snippet is copied.",
	"embed.selected": "The snippet is selected: copy it by the keyboard.",
	"embed.omitted":  "Element and module have no word for: %s. The frame has.",         // keys
	"embed.toolong":  "At most %d steps of at most %d letters: the steps are left out.", // count, count

	"embed.table":      "Table",
	"embed.locked.say": "Set by the link, not to be changed here.",
	"embed.setting":    "%s cannot be used: see the list of options.", // option
	"embed.norun":      "There is no run yet.",
	"embed.nofile":     "The link keeps other tables out.",

	"tutorial.title": "Steps",
	"tutorial.count": "%d of %d", // number, count
	"tutorial.back":  "Back",
	"tutorial.next":  "Next",
	"tutorial.go":    "Go to: %s",         // part
	"tutorial.now":   "Step %d of %d. %s", // number, count, text
	"tutorial.done":  "Step %d is done.",  // number
	"tutorial.tick":  "done",
}
