// The texts of the frame that only a change of language touches: the title, the states of a run, and what is not translated.

package page

var languageText = pairs(
	"page.title", "DCC-Tree: Bayesian decision trees, sampled in this tab",
	"error.ended", "The page itself stopped. What is shown stays; reload the page to go on.",
	"language", "Language",
	"language.partly", "",

	"state.ready", "ready",
	"state.running", "running",
	"state.auditing", "auditing",
	"state.paused", "paused",
	"state.stopped", "stopped",
	"state.done", "done",
	"state.error", "error",
)
