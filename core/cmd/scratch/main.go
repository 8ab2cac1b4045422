// Scratch.
package main

import (
	"flag"
	"fmt"
	"math"
	"math/rand"
	"strings"
	"time"

	"dcctree/core/cmd/internal/published"
	"dcctree/core/dcc"
	"dcctree/core/softtree"
)

func problem(name string, seed uint64) *dcc.Problem {
	s := dcc.DefaultSettings()
	own := func(x [][]float64, y []float64, h float64) *dcc.Problem {
		n, d := len(x), len(x[0])
		var m, v float64
		for _, a := range y {
			m += a / float64(n)
		}
		for _, a := range y {
			v += (a - m) * (a - m) / float64(n)
		}
		data := softtree.Data{N: n, D: d, X: make([]float64, n*d), Y: make([]float64, n)}
		for i := range y {
			data.Y[i] = (y[i] - m) / math.Sqrt(v)
		}
		for c := range d {
			lo, hi := math.Inf(1), math.Inf(-1)
			for i := range x {
				lo, hi = math.Min(lo, x[i][c]), math.Max(hi, x[i][c])
			}
			for i := range x {
				data.X[c*n+i] = (x[i][c] - lo) / (hi - lo)
			}
		}
		s.BandwidthFinal, s.BandwidthInitial = h, h
		s.Priors = softtree.StandardizedPriors()
		return &dcc.Problem{Data: data, Settings: s, Seed: seed}
	}
	rng := rand.New(rand.NewSource(7))
	gen := func(n, d int, f func([]float64) float64, noise float64) (xs [][]float64, ys []float64) {
		for range n {
			x := make([]float64, d)
			for c := range x {
				x[c] = rng.Float64()
			}
			xs, ys = append(xs, x), append(ys, f(x)+noise*rng.NormFloat64())
		}
		return
	}
	ind := func(b bool) float64 {
		if b {
			return 1
		}
		return 0
	}
	switch name {
	case "steps3", "steps5":
		d := 3
		if name == "steps5" {
			d = 5
		}
		x, y := gen(200, d, func(x []float64) float64 { return 3*ind(x[0] > .5) + 2*ind(x[1] > .5) + 1.5*ind(x[2] > .5) }, .5)
		return own(x, y, .02)
	case "xor":
		x, y := gen(200, 5, func(x []float64) float64 { return 2 * ind((x[0] > .5) != (x[1] > .5) != (x[2] > .5)) }, .5)
		return own(x, y, .02)
	case "eight":
		x, y := gen(200, 1, func(x []float64) float64 { return math.Mod(math.Floor(x[0]*8)*3, 8) / 2 }, .3)
		return own(x, y, .02)
	case "friedman":
		x, y := gen(200, 5, func(x []float64) float64 {
			return 10*math.Sin(math.Pi*x[0]*x[1]) + 20*(x[2]-.5)*(x[2]-.5) + 10*x[3] + 5*x[4]
		}, 1)
		return own(x, y, .05)
	}
	std := strings.HasSuffix(name, "std")
	set, err := published.Load("../shared/data/paper", strings.TrimSuffix(name, "std"))
	if err != nil {
		panic(err)
	}
	data := set.TrainingData()
	s = set.Apply(s)
	if std {
		var m, v float64
		y := append([]float64(nil), data.Y...)
		for _, a := range y {
			m += a / float64(len(y))
		}
		for _, a := range y {
			v += (a - m) * (a - m) / float64(len(y))
		}
		for i := range y {
			y[i] = (y[i] - m) / math.Sqrt(v)
		}
		data.Y = y
		s.Priors = softtree.StandardizedPriors()
	}
	return &dcc.Problem{Data: data, Settings: s, Seed: seed}
}

func main() {
	set := flag.String("set", "wu,cgm,iris,bcw,wine,raisin", "")
	seeds := flag.Int("seeds", 1, "")
	v := flag.Bool("v", false, "")
	times := flag.Int("times", 1, "")
	audits := flag.Bool("audits", false, "")
	flag.Parse()
	defer func() { stop() }()
	for _, name := range strings.Split(*set, ",") {
		for seed := 1; seed <= *seeds; seed++ {
			p := problem(name, uint64(seed))
			fs := dcc.DefaultFastSettings()
			if !*audits {
				fs.AuditShare = 0
			}
			tune(&fs, *times)
			f, err := dcc.NewFast(p, fs)
			if err != nil {
				panic(err)
			}
			start := time.Now()
			units := 0
			err = dcc.Run(p, f, 1, func(s dcc.Step) {
				if *v {
					fmt.Printf("   %6d %s\n", s.TotalGradients-units, s.Words())
				}
				units = s.TotalGradients
			})
			if err != nil {
				panic(err)
			}
			u := f.Unexplored()
			sums := f.Summaries()
			full := 0
			bad := 0.0
			var mass float64
			top := sums[0].LogEvidence + sums[0].LogPrior
			for _, s := range sums {
				if s.Method != "embedded" {
					full++
				}
				if !s.Reliable() {
					bad += s.Weight
				}
				mass += math.Exp(s.LogEvidence + s.LogPrior - top)
			}
			fmt.Printf("%s %d: units %d, %.1fs, %d topologies (%d full), log mass %.3f, unreliable %.3f, share %.3f bound %.3f %s\n", name, seed, f.Gradients()-f.AuditGradients(), time.Since(start).Seconds(), len(sums), full, top+math.Log(mass), bad, u.Share, u.Bound, f.Ended())
			if *v {
				for i, s := range sums {
					if i < 25 {
						fmt.Printf("      %v %.3f±%.3f logZ %.2f±%.2f k %.2f %s\n", s.Topology, s.Weight, s.WeightError, s.LogEvidence, s.LogEvidenceError, s.KHat, s.Method)
					}
				}
			}
		}
	}
}
