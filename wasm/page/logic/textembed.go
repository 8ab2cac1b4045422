// The texts of the page in a frame: its parts, tutorials, and what is hidden or locked.

package logic

const embedText = "" +
	"part.header: Heading\n" +
	"part.lock: Network lock\n" +
	"part.start: The button Run\n" +
	"part.row: Choice of the row\n" +
	"part.details: Details\n" +
	"part.checks: Comparisons with other bandwidths and priors\n" +
	"part.footer: Footer\n" +

	"embed.title: Embed\n" +
	"embed.open: Snippet\n" +
	"embed.say: For a page of one’s own: three snippets, each of which shows there what is ticked here. It runs in the reader’s browser and sends nothing.\n" +
	"embed.data: Data\n" +
	"embed.own: %s, its rows in the snippet\n" + // name of the table
	"embed.height: Height\n" +
	"embed.lock: Lock data and model\n" +
	"embed.run: Run at once\n" +
	"embed.parts: What is shown\n" +
	"embed.tutorial: Steps for the reader\n" +
	"embed.steps: One step a line. A line may begin with the name of the part that it is about and a colon (run: Press Run.); the part is then outlined, and the step ticked when it was done.\n" +
	"embed.frame: Frame\n" +
	"embed.element: Element\n" +
	"embed.module: Module\n" +
	"embed.origin: Element and module are for pages of the same host, or with the files of this folder beside them.\n" +
	"embed.copy: Copy\n" +
	"embed.copied: The snippet is copied.\n" +
	"embed.selected: The snippet is selected: copy it by the keyboard.\n" +
	"embed.omitted: Element and module have no word for: %s. The frame has.\n" + // keys
	"embed.toolong: At most %d steps of at most %d letters: the steps are left out.\n" + // count, count

	"embed.table: Table\n" +
	"embed.locked.say: Set by the link, not to be changed here.\n" +
	"embed.setting: %s cannot be used: see the list of options.\n" + // option
	"embed.norun: There is no run yet.\n" +
	"embed.nofile: The link keeps other tables out.\n" +

	"data.private.frame: . It stays in this frame until you let the page around it read.\n" +
	"data.private.reached: . The page around this frame can read it.\n" +
	"reader.cannot: %s, the page around this frame, cannot read this table.\n" + // origin
	"reader.asked: %s, the page around this frame, asked to read this table and was refused.\n" + // origin
	"reader.can: %s, the page around this frame, can read this table.\n" + // origin
	"reader.nobody: The page around this frame cannot read this table.\n" +
	"reader.reaches: A page around this frame has the same origin: it can reach into the frame and read this table.\n" +
	"reader.let: Let it read\n" +
	"reader.end: End that\n" +
	"consent.title: Let another page read the table?\n" +
	"consent.who: The page around this frame, %s, would get of %s:\n" + // origin, table
	"consent.rows: every row and the names of the columns, those of a test file too;\n" +
	"consent.made: all that is made of them: steps, trees, draws, predictions, figures, files, the session;\n" +
	"consent.errors: the words of errors, which may quote cells.\n" +
	"consent.until: It can keep that and send it on. This holds until it is ended here or another table is opened; " +
	"what was read by then stays read.\n" +
	"consent.tick: %s may read every row of this table.\n" + // origin
	"consent.agree: Agree\n" +
	"consent.untick: Tick the sentence first.\n" +
	"consent.wait: Not agreed yet: the sentence must be in view for a second before a press counts.\n" +
	"consent.covered: Not agreed: something covers, cuts off or changes this window.\n" +

	"tutorial.title: Steps\n" +
	"tutorial.count: %d of %d\n" + // number, count
	"tutorial.back: Back\n" +
	"tutorial.next: Next\n" +
	"tutorial.go: Go to: %s\n" + // part
	"tutorial.now: Step %d of %d. %s\n" + // number, count, text
	"tutorial.done: Step %d is done.\n" + // number
	"tutorial.tick: done\n"
