// Draws of one topology for other programs: Stan CSV as CmdStan writes it, and JSON for ArviZ.

package export

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Draws are the weighted draws of one topology, constrained and on the scale on which they were sampled.
type Draws struct {
	Topology  string     // "{1,5,6}"
	Weight    float64    // posterior probability of the topology among those measured
	Variables []Variable // parameters first
	// per draw: log prior + log likelihood + log Jacobian of the unconstrained space, as Stan's lp__
	LogDensity []float64
	LogWeights []float64 // per draw: log of its share of the topology's posterior; the shares sum to 1
	Coords     []Coord   // what the indices of the variables stand for
	Seed       string
	Seconds    float64   // that the whole run took; Stan's readers want a time
	Settings   []Setting // what the draws come from
	Notes      []string  // sentences for a reader of the file
}

// Variable is one parameter, or a function of the parameters.
type Variable struct {
	Name   string
	Dims   []string  // names of Coords, none of a single number
	Shape  []int     // number of values along each of Dims
	Values []float64 // draws x product of Shape, the last index running fastest
}

// Coord names the positions along a dimension.
type Coord struct {
	Name   string
	Labels []string
}

// Setting is a name with its value.
type Setting struct{ Name, Value string }

// size returns the number of values per draw.
func (v Variable) size() int {
	n := 1
	for _, s := range v.Shape {
		n *= s
	}
	return n
}

// draws returns the number of draws.
func (d Draws) draws() int { return len(d.LogWeights) }

// LogWeight is the name of the column of log weights in Stan CSV: by its ending readers take it for a statistic of the
// sampler and not for a parameter.
const LogWeight = "log_weight__"

// weightNotes say how others read weighted draws.
var weightNotes = []string{
	"The draws are weighted: " + LogWeight + " is the log of each draw's share of this topology's posterior. " +
		"Plain means over the draws are not posterior means.",
	"R: d <- posterior::weight_draws(d, d$" + LogWeight + ", log = TRUE), then posterior::resample_draws(d).",
	"Python: i = numpy.random.default_rng(1).choice(n, n, p=numpy.exp(" + LogWeight +
		")), then draws i; or weigh sums by numpy.exp(" + LogWeight + ").",
	"There is one chain: draws of all chains and visits are pooled. R-hat and effective sample sizes of the " +
		"file's order mean nothing.",
}

// StanCSV writes the draws as CmdStan writes a run of its fixed_param sampler (the draws are no chain's, so there is no
// acceptance, step size or trajectory): settings and notes as comments, one line of names with indices from 1 after
// dots, one line a draw, the first index running fastest, 17 significant digits, and the time at the end.
func StanCSV(d Draws) string {
	w := &stan{draws: d}
	w.comments()
	w.names()
	for k := range d.draws() {
		w.draw(k)
	}
	w.times()
	return string(w.text)
}

// stan collects the lines.
type stan struct {
	draws Draws
	text  []byte
}

func (w *stan) comment(depth int, s string) {
	w.text = append(w.text, "# "+strings.Repeat("  ", depth)+shown(s)+"\n"...)
}

func (w *stan) comments() {
	d := w.draws
	w.comment(0, "model = dcctree")
	w.comment(0, "method = sample (Default)")
	w.comment(1, "sample")
	w.comment(2, "num_samples = "+strconv.Itoa(d.draws()))
	// CmdStan writes it though fixed_param makes none, and CmdStanPy refuses 0
	w.comment(2, "num_warmup = 1000 (Default)")
	w.comment(2, "save_warmup = false (Default)")
	w.comment(2, "thin = 1 (Default)")
	w.comment(2, "adapt")
	w.comment(3, "engaged = false")
	w.comment(2, "algorithm = fixed_param")
	w.comment(2, "num_chains = 1 (Default)")
	w.comment(0, "id = 1 (Default)")
	w.comment(0, "random")
	w.comment(1, "seed = "+d.Seed)
	w.comment(0, "output")
	w.comment(1, "sig_figs = 17")
	w.comment(0, "dcctree")
	for _, s := range append([]Setting{{"topology", d.Topology}, {"topology_weight", exact(d.Weight)}},
		d.Settings...) {
		w.comment(1, s.Name+" = "+s.Value)
	}
	for _, c := range d.Coords {
		w.comment(1, c.Name+" = "+strings.Join(c.Labels, ", "))
	}
	for _, n := range slices.Concat(weightNotes, d.Notes) {
		w.comment(0, n)
	}
}

func (w *stan) names() {
	names := []string{"lp__", LogWeight}
	for _, v := range w.draws.Variables {
		v.columns(func(index []int, _ int) {
			name := v.Name
			for _, i := range index {
				name += "." + strconv.Itoa(i+1)
			}
			names = append(names, name)
		})
	}
	w.text = append(w.text, strings.Join(names, ",")+"\n"...)
}

func (w *stan) draw(k int) {
	w.text = appendExact(w.text, w.draws.LogDensity[k])
	w.text = appendExact(append(w.text, ','), w.draws.LogWeights[k])
	for _, v := range w.draws.Variables {
		v.columns(func(_ []int, at int) {
			w.text = appendExact(append(w.text, ','), v.Values[k*v.size()+at])
		})
	}
	w.text = append(w.text, '\n')
}

// times ends the file as CmdStan does; readers count draws up to here.
func (w *stan) times() {
	seconds := func(x float64, what string) string {
		return strconv.FormatFloat(x, 'f', 3, 64) + " seconds (" + what + ")\n"
	}
	w.text = append(w.text, "# \n#  Elapsed Time: "+seconds(0, "Warm-up")...)
	w.text = append(w.text, "#                "+seconds(w.draws.Seconds, "Sampling")...)
	w.text = append(w.text, "#                "+seconds(w.draws.Seconds, "Total")+"# \n"...)
}

// columns calls f with the index of every value of a draw and its place in Values, the first index running fastest.
func (v Variable) columns(f func(index []int, at int)) {
	index := make([]int, len(v.Shape))
	for range v.size() {
		at := 0
		for j, i := range index {
			at = at*v.Shape[j] + i
		}
		f(index, at)
		for j := range index {
			if index[j]++; index[j] < v.Shape[j] {
				break
			}
			index[j] = 0
		}
	}
}

// appendExact writes 17 significant digits, as C++ does, and infinities as CmdStan does.
func appendExact(dst []byte, x float64) []byte {
	switch {
	case math.IsNaN(x):
		return append(dst, "nan"...)
	case x-x != 0 && x > 0:
		return append(dst, "inf"...)
	case x-x != 0:
		return append(dst, "-inf"...)
	}
	return strconv.AppendFloat(dst, x, 'g', 17, 64)
}

func exact(x float64) string { return string(appendExact(nil, x)) }

// ArviZJSON writes the draws as the arguments of ArviZ's from_dict: az.from_dict(**json.load(file)); since version 1 it
// takes the groups as one argument of arrays, which attrs tell how to make. Values are nested by chain (one), draw and
// index; coords and dims name the indices; attrs tell what the draws come from and how to weigh them. Numbers are the
// shortest that read back to the same bits. Draws must be finite.
func ArviZJSON(d Draws) string {
	w := &object{}
	w.open("posterior")
	for _, v := range d.Variables {
		w.key(v.Name)
		w.text = append(w.text, '[')
		w.array(v.Values, append([]int{d.draws()}, v.Shape...))
		w.text = append(w.text, ']')
	}
	w.shut()
	w.open("sample_stats")
	for _, s := range []struct {
		name   string
		values []float64
	}{{"lp", d.LogDensity}, {"log_weight", d.LogWeights}} {
		w.key(s.name)
		w.text = append(w.text, '[')
		w.array(s.values, []int{d.draws()})
		w.text = append(w.text, ']')
	}
	w.shut()
	w.open("coords")
	for _, c := range d.Coords {
		w.strings(c.Name, c.Labels)
	}
	w.shut()
	w.open("dims")
	for _, v := range d.Variables {
		if len(v.Dims) > 0 {
			w.strings(v.Name, v.Dims)
		}
	}
	w.shut()
	w.attributes(d)
	w.text = append(w.text, "}\n"...)
	return string(w.text)
}

// attributes writes what the header of Stan CSV says.
func (w *object) attributes(d Draws) {
	w.open("attrs")
	for _, s := range append([]Setting{{"created_by", "dcctree"}, {"seed", d.Seed}, {"topology", d.Topology},
		{"topology_weight", number(d.Weight)}}, d.Settings...) {
		w.key(s.Name)
		w.text = appendJSON(w.text, s.Value)
	}
	w.key("read")
	w.text = appendJSON(w.text,
		`d = json.load(open(file)); ArviZ 0: az.from_dict(**d); `+
			`ArviZ 1: az.from_dict({g: {k: np.array(v) for k, v in d[g].items()} `+
			`for g in ("posterior", "sample_stats")}, coords=d["coords"], dims=d["dims"])`)
	w.key("weights")
	w.text = appendJSON(w.text, "Each draw stands for the share exp(sample_stats.log_weight) of this topology's "+
		"posterior; the shares sum to 1. Plain means over the draws are not posterior means: weigh them, or "+
		"draw rows anew in proportion to the shares.")
	w.strings("notes", d.Notes)
	w.shut()
}

// object writes JSON: an object of objects, arrays and texts.
type object struct {
	text  []byte
	begun bool // something stands in the innermost object
}

// key begins a value.
func (w *object) key(name string) {
	switch {
	case len(w.text) == 0:
		w.text = append(w.text, '{')
	case w.begun:
		w.text = append(w.text, ',', '\n')
	}
	w.begun = true
	w.text = append(appendJSON(w.text, name), ':', ' ')
}

func (w *object) open(name string) {
	w.key(name)
	w.text, w.begun = append(w.text, '{'), false
}

func (w *object) shut() { w.text, w.begun = append(w.text, '}'), true }

func (w *object) strings(name string, values []string) {
	w.key(name)
	w.text = append(w.text, '[')
	for i, s := range values {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.text = appendJSON(w.text, s)
	}
	w.text = append(w.text, ']')
}

// array writes values nested by shape, the last index running fastest.
func (w *object) array(values []float64, shape []int) {
	if len(shape) == 0 {
		w.text = strconv.AppendFloat(w.text, values[0], 'g', -1, 64)
		return
	}
	w.text = append(w.text, '[')
	each := 1
	for _, s := range shape[1:] {
		each *= s
	}
	for i := range shape[0] {
		if i > 0 {
			w.text = append(w.text, ',')
		}
		w.array(values[i*each:(i+1)*each], shape[1:])
	}
	w.text = append(w.text, ']')
}

// appendJSON writes a text in quotes; bytes that are no UTF-8 become the replacement character.
func appendJSON(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for _, c := range s {
		switch {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', byte(c))
		case c < 0x20:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, string(c)...)
		}
	}
	return append(dst, '"')
}
