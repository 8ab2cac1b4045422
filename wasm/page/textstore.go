// The texts of sessions and of earlier steps.

package page

var storeText = pairs(
	"store.session", "Session",
	"store.save", "Save",
	"store.size", "about %s", // size, of table and results
	"store.saved", "Saved as %s, %s.", // name, size
	"store.failed", "The session could not be saved: %s",
	"store.page", "The session file holds results, but not what this page showed; the settings stand as proposed.",
	"store.keep", "Remember on this device",
	"store.kept", "Kept in this browser alone.",
	"store.forget", "Forget my data",
	"store.forgot", "Nothing is kept on this device.",
	"store.offer", "Open %s of %s again", // name, date
	"store.nodevice", "This browser keeps nothing for this page (%s). Save the session as a file instead.",
	"store.stepback", "Step back",
	"store.previous", "Previous",
	"store.next", "Next",
	"store.now", "Back to now",
	"store.looking", "Looking at step %s of %s", // number, number
	"store.gone", "Step %s is no longer kept: of a long run only the last steps can be looked at.", // number
	"store.look", "%s, look at step %s", // time, number
	"store.totree", "Show the tree %s of step %s", // name, number
)
