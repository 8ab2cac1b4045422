// Snippets for other people's pages: the page as it stands in a frame, in an element, and by the module.

package logic

import (
	"slices"
	"strconv"
	"strings"

	"dcctree/core/chart"
)

// Snippet is what the snippets say, each in its way.
type Snippet struct {
	Base   string // the folder of the page, with a slash at its end
	File   string // the name of the page, where all is in one file; "" else
	Link   Link
	Height int    // px, before the frame tells its own
	Table  string // CSV that goes into the snippet; "" for a sample set
}

// FileOf is the name of the file at an address, as addresses hold it; a name to give it where it has none, as in
// memory.
func FileOf(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	name := address[strings.LastIndexByte(address, '/')+1:]
	if !strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, ".htm") {
		return "dcctree.html"
	}
	return name
}

// ViewOf is the shortest view that shows the parts that are ticked, and no others.
func ViewOf(ticked map[string]bool) View {
	var v View
	var shown, hidden, without []string
	for _, p := range Parts() {
		switch {
		case p.Panel != "" && ticked[p.Panel] && !ticked[p.Name]:
			without = append(without, p.Name)
		case p.Panel != "":
		case ticked[p.Name]:
			shown = append(shown, p.Name)
		default:
			hidden = append(hidden, p.Name)
		}
	}
	if len(hidden) > len(shown) && len(shown) > 0 {
		v.Show, v.Hide = shown, without
		return v
	}
	v.Hide = append(hidden, without...)
	return v
}

// hash is the link of the snippet, without its table.
func (s Snippet) hash() string {
	hash := s.Link.Choice.hash(s.Table != "" || s.Link.Choice.Sample != "") + s.Link.View.Hash()
	if s.Link.Run {
		hash += "&autorun=1"
	}
	return hash
}

// Frame is an iframe that grows with what it shows.
func (s Snippet) Frame() string {
	hash := s.hash()
	if s.Table != "" {
		hash += "&data=" + quote(s.Table)
	}
	frame, page := `<iframe src="`, s.Base+"embed.html"+hash
	if s.File != "" {
		frame, page = `<iframe sandbox="allow-scripts" src="`, s.File+hash+"&embed=1"
	}
	return frame + chart.Escape(page) + `" title="DCC-Tree" width="100%" height="` + strconv.Itoa(s.Height) +
		`" style="border:0" allow="clipboard-write"></iframe>
<script>
  addEventListener("message", ({ data, source }) => {
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source && data?.dcctree === 1 && data.type === "height") frame.height = data.height;
  });
</script>`
}

// Keys of links: those that are attributes of the element and options of the module, and those for which these have no
// word. The others are settings.
const (
	kitKeys   = " dataset target task preset seed holdout steps show hide lock tutorial theme lang autorun "
	otherKeys = " bandwidth holdoutseed standardize unused "
)

// Options are the pairs of the link that element and module can be told, its settings as JavaScript ("" for none), and
// the keys that they have no word for.
func (s Snippet) Options() (list [][2]string, settings string, left []string) {
	for _, pair := range strings.Split(strings.TrimPrefix(s.hash(), "#v=1&"), "&") {
		key, value, _ := Unescape(pair)
		switch {
		case strings.Contains(kitKeys, " "+key+" "):
			list = append(list, [2]string{key, value})
		case !strings.Contains(otherKeys, " "+key+" "):
			settings += ", " + script(key) + ": " + script(value)
		case !slices.Contains(left, key):
			left = append(left, key)
		}
	}
	if settings != "" {
		settings = "{ " + settings[2:] + " }"
	}
	return list, settings, left
}

// Element is a <dcc-tree>.
func (s Snippet) Element() string {
	list, settings, _ := s.Options()
	attributes, inner, after := "", "", ""
	for _, o := range list {
		attributes += " " + o[0] + `="` + chart.Escape(o[1]) + `"`
	}
	if plainInScript(s.Table) {
		inner = "\n<script type=\"text/csv\">\n" + strings.TrimRight(s.Table, "\n") + "\n</script>\n"
	} else if s.Table != "" {
		after = property("data", script(s.Table))
	}
	if settings != "" {
		after += property("settings", settings)
	}
	if after != "" {
		after = "\n<script type=\"module\">\n" + after + "</script>"
	}
	return `<script type="module" src="` + chart.Escape(s.Base) + "dcctree.js\"></script>\n<dcc-tree" +
		attributes + ">" + inner + "</dcc-tree>" + after
}

// property is a line of script that sets a property of the element.
func property(name, value string) string {
	return "  document.querySelector(\"dcc-tree\")." + name + " = " + value + ";\n"
}

// plainInScript reports whether a table stands in a script element as it is: it cannot end the element or hide its end,
// and what parser and element do to the text (carriage returns made line feeds, white space cut off both ends) changes
// no cell.
func plainInScript(table string) bool {
	text, lower := strings.TrimRight(table, "\n"), strings.ToLower(table)
	for _, mark := range []string{"<!--", "<script", "</script", "\x00"} {
		if strings.Contains(lower, mark) {
			return false
		}
	}
	quotedReturn := strings.Contains(text, "\r") && strings.Contains(text, `"`)
	trimmed := strings.TrimSpace(strings.TrimPrefix(text, "\ufeff"))
	return table != "" && text == trimmed && !quotedReturn
}

// Module mounts the element by script.
func (s Snippet) Module() string {
	list, settings, _ := s.Options()
	if s.Table != "" {
		list = append(list, [2]string{"data", s.Table})
	}
	options := ""
	for _, o := range list {
		options += "    " + o[0] + ": " + script(o[1]) + ",\n"
	}
	if settings != "" {
		options += "    settings: " + settings + ",\n"
	}
	return "<div id=\"lesson\"></div>\n<script type=\"module\">\n  import { mount } from " +
		script(s.Base+"dcctree.js") + ";\n  await mount(\"#lesson\", {\n" + options + "  });\n</script>"
}

// script writes a text as JavaScript that can stand in a page.
func script(s string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "<", `\x3C`, "\u2028", `\u2028`,
		"\u2029", `\u2029`).Replace(s)
	return `"` + quoted + `"`
}
