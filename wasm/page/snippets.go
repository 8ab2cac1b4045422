// Snippets for other people's pages: the page as it stands in a frame, in an element, and by the module.

package page

import (
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// snippet is what the snippets say, each in its way.
type snippet struct {
	base   string // the folder of the page, with a slash at its end
	file   string // the name of the page, where all is in one file; "" else
	link   Link
	height int    // px, before the frame tells its own
	table  string // CSV that goes into the snippet; "" for a sample set
}

// fileOf is the name of the file at an address, as addresses hold it; a name to give it where it has none, as in memory.
func fileOf(address string) string {
	address, _, _ = strings.Cut(address, "#")
	address, _, _ = strings.Cut(address, "?")
	name := address[strings.LastIndexByte(address, '/')+1:]
	if !strings.HasSuffix(name, ".html") && !strings.HasSuffix(name, ".htm") {
		return "dcctree.html"
	}
	return name
}

// viewOf is the shortest view that shows the parts that are ticked, and no others.
func viewOf(ticked map[string]bool) View {
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

// frame is an iframe that grows with what it shows.
func (s snippet) frame() string {
	link := s.link
	link.View.Data = s.table
	hash := link.Choice.hash(s.table != "") + link.View.hash()
	if link.Run {
		hash += "&autorun=1"
	}
	frame, page := `<iframe src="`, s.base+"embed.html"+hash
	if s.file != "" {
		frame, page = `<iframe sandbox="allow-scripts" src="`, s.file+hash+"&embed=1"
	}
	return frame + html.EscapeString(page) + `" title="DCC-Tree" width="100%" height="` + strconv.Itoa(s.height) + `" style="border:0" allow="clipboard-write"></iframe>
<script>
  addEventListener("message", ({ data, source }) => {
    for (const frame of document.querySelectorAll("iframe"))
      if (frame.contentWindow === source && data?.dcctree === 1 && data.type === "height") frame.height = data.height;
  });
</script>`
}

// options are what element and module can be told, in their order, with what they call it, and the keys of the link that they have no word for.
func (s snippet) options() (list [][2]string, left []string) {
	c, v := s.link.Choice, s.link.View
	add := func(key, value, usual string) {
		if value != "" && value != usual {
			list = append(list, [2]string{key, value})
		}
	}
	if s.table == "" {
		add("dataset", c.Sample, "")
	}
	add("target", c.Target, "")
	add("task", c.Task, "auto")
	add("preset", c.Preset, fastPreset)
	add("seed", c.Seed, "1")
	add("holdout", c.Holdout, "")
	add("show", strings.Join(v.Show, ","), "")
	add("hide", strings.Join(v.Hide, ","), "")
	add("lock", strings.Join(v.Lock, ","), "")
	var lines []string
	for _, l := range v.Tutorial {
		lines = append(lines, l.line())
	}
	add("tutorial", strings.Join(lines, "|"), "")
	add("lang", c.Language, "")
	if s.link.Run {
		add("autorun", "1", "")
	}
	for key, value := range map[string]string{"holdoutseed": c.HoldoutSeed, "standardize": c.Standardize, "bandwidth": c.Bandwidth, "unused": strings.Join(c.Unused, "")} {
		if value != "" {
			left = append(left, key)
		}
	}
	slices.Sort(left)
	return list, left
}

// settings are those that differ from the preset, as JavaScript; "" for none.
func (s snippet) settings() string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(s.link.Choice.Settings)) {
		parts = append(parts, script(name)+": "+script(s.link.Choice.Settings[name]))
	}
	if parts == nil {
		return ""
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}

// element is a <dcc-tree>.
func (s snippet) element() string {
	var b strings.Builder
	b.WriteString(`<script type="module" src="` + html.EscapeString(s.base) + `dcctree.js"></script>` + "\n<dcc-tree")
	list, _ := s.options()
	for _, o := range list {
		b.WriteString(" " + o[0] + `="` + html.EscapeString(o[1]) + `"`)
	}
	b.WriteString(">")
	if s.table != "" {
		b.WriteString("\n<script type=\"text/csv\">\n" + strings.TrimRight(s.table, "\n") + "\n</script>\n")
	}
	b.WriteString("</dcc-tree>")
	if settings := s.settings(); settings != "" {
		b.WriteString("\n<script type=\"module\">\n  document.querySelector(\"dcc-tree\").settings = " + settings + ";\n</script>")
	}
	return b.String()
}

// module mounts the element by script.
func (s snippet) module() string {
	var b strings.Builder
	b.WriteString("<div id=\"lesson\"></div>\n<script type=\"module\">\n  import { mount } from " + script(s.base+"dcctree.js") + ";\n  await mount(\"#lesson\", {\n")
	list, _ := s.options()
	if s.table != "" {
		list = append(list, [2]string{"data", s.table})
	}
	for _, o := range list {
		b.WriteString("    " + o[0] + ": " + script(o[1]) + ",\n")
	}
	if settings := s.settings(); settings != "" {
		b.WriteString("    settings: " + settings + ",\n")
	}
	b.WriteString("  });\n</script>")
	return b.String()
}

// script writes a text as JavaScript that can stand in a page.
func script(s string) string {
	quoted := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`, "<", `\x3C`, "\u2028", `\u2028`, "\u2029", `\u2029`).Replace(s)
	return `"` + quoted + `"`
}
