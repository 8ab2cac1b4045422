// The tables as a Markdown file.

package main

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"dcctree/core/cmd/internal/published"
)

// writeTables runs everything and writes the file; nothing is written where a run fails.
func writeTables(w io.Writer, sets []*published.Set, o options) error {
	var studies []*study
	for _, set := range sets {
		s, err := newStudy(w, set, o, true)
		if err != nil {
			return err
		}
		studies = append(studies, s)
	}
	cells, err := newCells(w, sets, o)
	if err != nil {
		return err
	}
	whole, err := replaceMethods(document(studies, o), methodsPart(cells, o))
	if err != nil {
		return err
	}
	if err := writeWhole(o.file, func(f io.Writer) error { _, err := io.WriteString(f, whole); return err }); err !=
		nil {
		return err
	}
	fmt.Fprintln(w, "written:", o.file)
	return nil
}

// document puts all sections together.
func document(studies []*study, o options) string {
	var d markdown
	d.line("# The paper's tables, with this program beside them")
	d.intro(o)
	d.scores(studies, false)
	d.scores(studies, true)
	d.facts(studies)
	d.logScores(studies)
	d.costs(studies)
	d.evidences(studies)
	d.probabilities(studies, o)
	d.weights(studies, o)
	d.bandwidths(studies)
	d.verdicts(studies)
	return d.String()
}

// markdown is a document in the making.
type markdown struct{ strings.Builder }

// line writes a paragraph, items of a list, a heading or code, the first two in lines of 120 columns at most.
func (d *markdown) line(format string, args ...any) {
	for text := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		between := "\n"
		if strings.HasPrefix(text, "- ") {
			between = "\n  "
		}
		column := 0
		for k, word := range strings.Split(text, " ") {
			switch n := utf8.RuneCountInString(word); {
			case k == 0:
				column = n
			case column+1+n > 120 && !strings.HasPrefix(text, "    "):
				d.WriteString(between)
				column = len(between) - 1 + n
			default:
				d.WriteString(" ")
				column += 1 + n
			}
			d.WriteString(word)
		}
		d.WriteString("\n")
	}
	d.WriteString("\n")
}

// table writes a table; the first row is its head.
func (d *markdown) table(rows [][]string) {
	for k, row := range rows {
		d.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if k == 0 {
			d.WriteString("|" + strings.Repeat("---|", len(row)) + "\n")
		}
	}
	d.WriteString("\n")
}

func (d *markdown) intro(o options) {
	s := reducedSettings(o.settings)
	d.line("Cochrane, Wills and Johnson, \"Divide, Conquer, Combine Bayesian Decision Tree Sampling\", give two " +
		"tables of train and test scores " +
		"on six published splits. This file sets beside them, on the same splits and with the paper's priors " +
		"and bandwidths:")
	d.line("- **fast mode** of this program, seeds %d to %d, mean (standard deviation over seeds);\n"+
		"- **paper mode**, Algorithm 1 as printed, the same seeds, at a small part of the authors' budget: "+
		"%d chains (theirs 16), %d warm-up steps (1000 to 5000), %d draws per chain and visit (100), %d "+
		"iterations (500), %d topologies from the prior (100), at most %d doublings (10). It shows what that "+
		"way reaches with this much work, not what it reaches with the authors';\n"+
		"- **CART** (`core/baseline/cart`), with the defaults of R's rpart, and grown large and pruned at the "+
		"complexity that is best in %d-fold cross-validation, over %d divisions of the training rows.",
		o.seed, o.seed+uint64(o.runs)-1, s.Chains, s.Warmup, s.Draws, s.Iterations, s.PriorDraws,
		s.MaxDoublings, folds, o.runs)
	d.line("Written by `make paper`, or with the data elsewhere by")
	d.line("    go run ./core/cmd/paper tables -data DIR -runs %d -seed %d -long %d", o.runs, o.seed, o.long)
	d.line("`go run ./core/cmd/paper check -data DIR` runs the fast mode alone and judges it by the bounds at " +
		"the end. All figures but the seconds are the same on every machine and for any number of workers.")
}

// scores writes the paper's table of the classifications or of the regressions.
func (d *markdown) scores(studies []*study, classification bool) {
	studies = only(studies, classification)
	if len(studies) == 0 {
		return
	}
	title, decimals := "Mean squared error (paper, testing and training MSE on the synthetic data sets)", 4
	if classification {
		title, decimals = "Accuracy (paper, metrics on the real-world data sets)", 3
	}
	d.line("## %s", title)
	head := []string{"method"}
	for _, s := range studies {
		head = append(head, name(s)+" train", name(s)+" test")
	}
	rows := [][]string{head}
	for _, m := range printed {
		rows = append(rows, printedRow(m, studies))
	}
	rows = append(rows,
		scoreRow("**this program, fast mode**", studies, decimals, func(s *study) (train, test spread) {
			return s.fast.train(), s.fast.test()
		}),
		scoreRow("this program, paper mode, small budget", studies, decimals,
			func(s *study) (train, test spread) {
				return s.paper.train(), s.paper.test()
			}),
		scoreRow("CART, rpart's defaults", studies, decimals, func(s *study) (train, test spread) {
			return s.cart.Default.Train, s.cart.Default.Test
		}),
		scoreRow("CART, cross-validated", studies, decimals, func(s *study) (train, test spread) {
			return s.cart.Crossed.Train, s.cart.Crossed.Test
		}))
	floor, ignoring := []string{"means of the true partition"}, []string{"ignoring the inputs"}
	for _, s := range studies {
		floor = append(floor, "", fmt.Sprintf("%.*f", decimals, s.fast.PartitionTest))
		ignoring = append(ignoring, "", fmt.Sprintf("%.*f", decimals, s.fast.BaselineTest))
	}
	if !classification {
		rows = append(rows, floor)
	}
	d.table(append(rows, ignoring))
	d.line("The rows above this program's are as printed in the paper: mean (standard deviation over 10 runs).")
}

func (t table) train() spread { return t.of(func(r outcome) float64 { return r.Train }) }
func (t table) test() spread  { return t.of(func(r outcome) float64 { return r.Test }) }

func printedRow(m printedMethod, studies []*study) []string {
	row := []string{m.name}
	for _, s := range studies {
		v, ok := m.values[s.set.Name]
		if !ok {
			v = [2]string{"–", "–"}
		}
		row = append(row, v[0], v[1])
	}
	return row
}

func scoreRow(label string, studies []*study, decimals int, of func(*study) (train, test spread)) []string {
	row := []string{label}
	for _, s := range studies {
		train, test := of(s)
		row = append(row, train.text(decimals), test.text(decimals))
	}
	return row
}

func only(studies []*study, classification bool) (out []*study) {
	for _, s := range studies {
		if s.classification() == classification {
			out = append(out, s)
		}
	}
	return out
}

func name(s *study) string { return label(s.set.Name) }

// facts says how much the test rows can show.
func (d *markdown) facts(studies []*study) {
	d.line("## How much the test rows can show")
	rows := [][]string{{"set", "training rows", "test rows", "one test row is",
		"test rows whose inputs are also in training"}}
	for _, s := range studies {
		one := "–"
		if s.classification() {
			one = fmt.Sprintf("%.1f points of accuracy", 100/float64(s.set.Test.N))
		}
		rows = append(rows, []string{name(s), fmt.Sprint(s.set.Train.N), fmt.Sprint(s.set.Test.N), one,
			fmt.Sprint(shared(s.set))})
	}
	d.table(rows)
	d.line("Most differences between methods are a few test rows: on Wine one row is almost 3 points, on Iris " +
		"over 2. CGM's rows lie on a grid of 100 points that training and test share, so its test score asks " +
		"for means already seen, and 78 of BCW's test rows have inputs that also occur in training (counted " +
		"above). CART's defaults reach the best test scores of the table on WU and CGM. Standard deviations " +
		"over seeds show how far a sampler repeats itself, not how far these rows speak for others: with 36 " +
		"rows the standard error of an accuracy of 0.96 is 0.03. Log scores use every probability and " +
		"show more.")
}

// shared counts the test rows whose inputs occur in training.
func shared(set *published.Set) int {
	seen := map[string]bool{}
	for i := range set.Train.N {
		seen[fmt.Sprint(set.Train.Row(nil, i))] = true
	}
	n := 0
	for i := range set.Test.N {
		if seen[fmt.Sprint(set.Test.Row(nil, i))] {
			n++
		}
	}
	return n
}

func (d *markdown) logScores(studies []*study) {
	d.line("## Log scores")
	d.line("Mean log predictive density (WU, CGM) or log probability of the true class on the test rows; larger " +
		"is better. The soft trees' is that of their posterior predictive, with the likelihood's own normal " +
		"distribution N(Σ φ μ, σ²). CART's leaves give (n_c + 1)/(n + C) for class c of C, and for a " +
		"response the normal distribution about the leaf's mean with the residual variance of the whole " +
		"tree. Cross-validated CART: mean (standard deviation over divisions).")
	rows := [][]string{{"set", "fast mode", "paper mode, small budget", "CART, rpart's defaults",
		"CART, cross-validated", "leaves of the two CARTs"}}
	logs := func(r outcome) float64 { return r.TestLogScore }
	for _, s := range studies {
		rows = append(rows, []string{name(s), s.fast.of(logs).text(3), s.paper.of(logs).text(3),
			s.cart.Default.LogScore.text(3), s.cart.Crossed.LogScore.text(3),
			fmt.Sprintf("%.0f; %.0f to %.0f", s.cart.Default.Leaves.Mean, s.cart.Crossed.Leaves.Min,
				s.cart.Crossed.Leaves.Max)})
	}
	d.table(rows)
}

func (d *markdown) costs(studies []*study) {
	d.line("## Work")
	d.line("Gradient units are gradients + 0.6 × densities without gradient + the hard-tree search's work in the " +
		"same units: the same on every machine. Seconds are of the machine that wrote this file, shared with " +
		"other work. " +
		"A published run of the paper's settings is some 10⁸ gradients (extrapolated).")
	rows := [][]string{{"set", "mode", "gradient units before the audits, mean (largest)", "with the audits",
		"topologies measured", "seconds before the audits", "with them"}}
	for _, s := range studies {
		rows = append(rows, costRow(name(s), "fast", s.fast), costRow(name(s), "paper, small budget", *s.paper))
	}
	d.table(rows)
	d.line("The fast mode estimates how much of the posterior is in topologies that it did not measure, and " +
		"judges itself:")
	rows = [][]string{{"set", "unmeasured, mean over runs", "upper 90 % bound, mean", "verdicts (runs)"}}
	for _, s := range studies {
		rows = append(rows,
			[]string{name(s), s.fast.of(func(r outcome) float64 { return r.Unexplored }).text(3),
				s.fast.of(func(r outcome) float64 { return r.Bound }).text(3), verdicts(s.fast)})
	}
	d.table(rows)
}

func costRow(set, mode string, t table) []string {
	before, with := t.of(first), t.of(whole)
	row := []string{set, mode, fmt.Sprintf("%s (%s)", thousands(before.Mean), thousands(before.Max)),
		fmt.Sprintf("%s (%s)", thousands(with.Mean), thousands(with.Max)),
		t.of(func(r outcome) float64 { return float64(len(r.Topologies)) }).text(1),
		t.of(func(r outcome) float64 { return r.FirstSeconds }).text(1),
		t.of(func(r outcome) float64 { return r.Seconds }).text(1)}
	if before == with {
		row[3], row[6] = "–", "–"
	}
	return row
}

// verdicts counts the outcomes of the verdicts.
func verdicts(t table) string {
	counts := map[string]int{}
	for _, r := range t.Runs {
		counts[r.Verdict]++
	}
	var parts []string
	for _, outcome := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s (%d)", outcome, counts[outcome]))
	}
	return strings.Join(parts, ", ")
}

// leastShown is the mean weight from which on a topology is listed.
const leastShown = .03

func (d *markdown) evidences(studies []*study) {
	d.line("## Log evidence by topology, fast mode")
	d.line("Leaves are numbered as in a heap: the children of node i are 2i + 1 and 2i + 2. log p(m) is left out. "+
		"Listed are topologies of mean weight over %g %% and those with a value from elsewhere; "+
		"the standard deviation is over the runs that measured it, the stated error is the mean of what the "+
		"runs themselves say. Audited: runs in which the topology was looked at again by a route from the "+
		"prior; mended: those in which that added to the mixture; flagged: those in which something "+
		"stayed wrong.", 100*leastShown)
	rows := [][]string{{"set", "topology", "runs", "weight", "log evidence", "stated error", "named unreliable",
		"audited, mended, flagged", "from elsewhere"}}
	for _, s := range studies {
		all := s.fast.evidences()
		known := bounds[s.set.Name].named
		listed := slices.DeleteFunc(slices.Clone(all), func(e topologyEvidence) bool {
			return e.weight.Mean < leastShown && !slices.ContainsFunc(known, func(n named) bool {
				return n.leaves == e.leaves
			})
		})
		for _, n := range known {
			if find(all, n.leaves).runs == 0 {
				listed = append(listed, topologyEvidence{leaves: n.leaves})
			}
		}
		for _, e := range listed {
			rows = append(rows, evidenceRow(s, e, known))
		}
	}
	d.table(rows)
	d.line("The values from elsewhere are of independent programs. That of Raisin is indicative. Evidences near " +
		"each other repeat well, yet a mode that no run finds shows in none of these columns.")
}

func evidenceRow(s *study, e topologyEvidence, known []named) []string {
	elsewhere := ""
	if i := slices.IndexFunc(known, func(n named) bool { return n.leaves == e.leaves }); i >= 0 {
		elsewhere = minus(fmt.Sprintf("%.2f", known[i].value))
	}
	if e.runs == 0 {
		return []string{name(s), e.leaves, fmt.Sprintf("0 of %d", len(s.fast.Runs)), "–", "–", "–", "–", "–",
			elsewhere}
	}
	stated := fmt.Sprintf("%.2f", e.stated.Mean)
	if math.IsInf(e.stated.Mean, 0) || e.stated.Min < 0 {
		stated = "unknown"
	}
	return []string{name(s), e.leaves, fmt.Sprintf("%d of %d", e.runs, len(s.fast.Runs)), e.weight.text(3),
		e.logEvidence.text(2), stated, fmt.Sprint(e.untrustworthy),
		fmt.Sprintf("%d, %d, %d", e.audited, e.amended, e.flagged), elsewhere}
}

func (d *markdown) probabilities(studies []*study, o options) {
	if o.long == 0 {
		return
	}
	d.line("## Class probabilities against a run %d times as long", o.long)
	d.line("Mean absolute difference over test rows and classes. The long run has random numbers of its own, "+
		"searches with %d times the budget and %d nats further down, and measures each topology over %g %% "+
		"again and again from new hard trees with %d times the draws and particles.", longSearch, longNearer,
		100*longMass, longDraws)
	rows := [][]string{{"set", "mean over runs", "largest", "gradient units of the long run", "its topologies",
		"rounds of measurements"}}
	for _, s := range studies {
		if s.long != nil {
			rows = append(rows, []string{name(s), fmt.Sprintf("%.4f", s.distances.Mean),
				fmt.Sprintf("%.4f", s.distances.Max),
				thousands(s.long.Units), fmt.Sprint(s.long.Topologies), fmt.Sprint(s.long.Rounds)})
		}
	}
	d.table(rows)
}

// weights compares topology weights with those of long runs together.
func (d *markdown) weights(studies []*study, o options) {
	if o.long == 0 {
		return
	}
	d.line("## Topology weights against runs of %d times the work", pooledRuns*o.long)
	d.line("Total variation distance between a run's weights and the mean weights of %d runs with %d times the "+
		"budget of the search, more topologies and eight times as many embedded draws "+
		"(`core/cmd/internal/wide`). A mode that no run finds shows in none of these columns.",
		pooledRuns, o.long)
	rows := [][]string{{"set", "distance, mean over runs", "largest", "weight of what a run did not measure",
		"as the runs state it", "gradient units of the long runs"}}
	for _, s := range studies {
		if s.pooled != nil {
			rows = append(rows, []string{name(s), fmt.Sprintf("%.3f", s.apart.Mean),
				fmt.Sprintf("%.3f", s.apart.Max), s.missing.text(3), s.unmeasured().text(3),
				thousands(s.pooled.units)})
		}
	}
	d.table(rows)
}

// bandwidths says where h was chosen.
func (d *markdown) bandwidths(studies []*study) {
	rows := [][]string{{"set", "h chosen", "its log score by cross-validation", "that of the paper's h",
		"largest h not distinguished from the best", "test accuracy", "test log score",
		"gradient units of the choice"}}
	for _, s := range studies {
		if c := s.chosen; c != nil {
			rows = append(rows, []string{name(s), fmt.Sprint(c.h), minus(fmt.Sprintf("%.4f", c.score)) +
				fmt.Sprintf(" ± %.4f", c.se),
				minus(fmt.Sprintf("%.4f", c.atPublishedLS)) + fmt.Sprintf(" (h = %g)", c.published),
				fmt.Sprint(c.widest), c.test.text(3), c.logs.text(3), thousands(c.units)})
		}
	}
	if len(rows) == 1 {
		return
	}
	d.line("## The bandwidth chosen by the training rows")
	d.line("All tables above use the paper's h. For a classification the evidence does not compare bandwidths " +
		"(the soft Dirichlet-multinomial does not sum to 1 over the classes), so h is chosen by the log " +
		"score of 5-fold cross-validation of the training rows, with the first seed; the scores are of " +
		"fast-mode runs without audits at the chosen h, over all seeds. No test row has a part in the choice.")
	d.table(rows)
}

func (d *markdown) verdicts(studies []*study) {
	d.line("## Declared bounds")
	rows := [][]string{{"set", "figure", "value", "bound", ""}}
	for _, s := range studies {
		for _, v := range s.findings() {
			if v.Result == missed {
				v.Result = "**missed**"
			}
			rows = append(rows, []string{name(s), v.What, v.Figure, v.Bound, v.Result})
		}
	}
	d.table(rows)
}
