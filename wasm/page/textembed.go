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

	"embed.table":       "Table",
	"embed.hidden":      "%s is hidden here by the link.", // part
	"embed.locked":      "%s is locked here by the link.", // part
	"embed.locked.say":  "Set by the link, not to be changed here.",
	"embed.unavailable": "%s cannot be pressed while the run is in the state %s.", // button, state
	"embed.order":       "There is no order %s.",                                  // name
	"embed.setting":     "%s cannot be used: see the list of options.",            // option
	"embed.column":      "The table has no column %s that could be a feature.",    // column
	"embed.norun":       "There is no run yet.",
	"embed.nofile":      "The link keeps other tables out.",

	"tutorial.title": "Steps",
	"tutorial.count": "%d of %d", // number, count
	"tutorial.back":  "Back",
	"tutorial.next":  "Next",
	"tutorial.go":    "Go to: %s",         // part
	"tutorial.now":   "Step %d of %d. %s", // number, count, text
	"tutorial.done":  "Step %d is done.",  // number
	"tutorial.tick":  "done",
}
