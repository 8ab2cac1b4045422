// The texts of a page in a frame that may not do everything, and of the page in one file.

package logic

const sandboxText = "" +
	"take.handed: %s was handed to the browser. If no file comes, the page around this frame does not allow it: its sandbox lacks allow-downloads.\n" + // file
	"take.select: This frame may not copy. The link, settings and seed without data: %s\n" + // address

	"embed.say.file: For a page of one’s own that has a copy of this file beside it: a snippet that shows there what is ticked here. It runs in the reader’s browser and sends nothing.\n"
