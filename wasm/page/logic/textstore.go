// The texts of sessions and of earlier steps.

package logic

const storeText = "" +
	"store.session: Session\n" +
	"store.save: Save\n" +
	"store.size: about %s\n" + // size, of table and results
	"store.saved: Saved as %s, %s.\n" + // name, size
	"store.failed: The session could not be saved: %s\n" +
	"store.page: The session file holds results, but not what this page showed; the settings stand as proposed.\n" +
	"store.keep: Remember on this device\n" +
	"store.kept: Kept in this browser alone.\n" +
	"store.forget: Forget my data\n" +
	"store.forgot: Nothing is kept on this device.\n" +
	"store.offer: Open %s of %s again\n" + // name, date
	"store.who: Other pages at this site’s address could read it. A copy at an address of its own is safer.\n" +
	"store.nodevice: This browser keeps nothing for this page (%s). Save the session as a file instead.\n" +
	"store.noplace: it has no private file system here; that takes https, or an address on this device, " +
	"and a current browser\n" +
	"store.unkept: This step could not be kept (%s); what was kept before stays. " +
	"Save the session as a file instead.\n" +
	"store.unforgotten: Your data could not be deleted (%s). Close other tabs of this page and try again, or delete " +
	"this site’s data in the settings of the browser.\n" +
	"store.othertab: Forgotten in another tab; this one keeps nothing more.\n" +
	"store.elsewhere: Another tab of this page keeps its session on this device.\n" +
	"store.older: Kept from an earlier visit; nothing new is kept.\n" +
	"store.notsample: The session names the sample %s, but holds another table: it is treated as one’s own.\n" + // name
	"store.stepback: Step back\n" +
	"store.previous: Previous\n" +
	"store.next: Next\n" +
	"store.now: Back to now\n" +
	"store.looking: Looking at step %s of %s\n" + // number, number
	"store.gone: Step %s is no longer kept: of a long run only the last steps can be looked at.\n" + // number
	"store.look: %s, look at step %s\n" + // time, number
	"store.totree: Show the tree %s of step %s\n" // name, number
