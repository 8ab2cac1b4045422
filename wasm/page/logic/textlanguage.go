// The texts of the frame that only a change of language touches: the title, the states of a run, and what is not
// translated.

package logic

const languageText = "" +
	"page.title: DCC-Tree: Bayesian decision trees, sampled in this tab\n" +
	"error.ended: The page itself stopped. What is shown stays; reload the page to go on.\n" +
	"language: Language\n" +
	"language.partly: \n" +
	"state.ready: ready\n" +
	"state.running: running\n" +
	"state.auditing: auditing\n" +
	"state.paused: paused\n" +
	"state.stopped: stopped\n" +
	"state.done: done\n" +
	"state.error: error\n"
