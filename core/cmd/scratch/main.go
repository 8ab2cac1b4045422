package main

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"runtime/pprof"
	"strconv"
	"time"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/wasm/coordinator/study"
	"dcctree/wasm/protocol"
)

var n = flag.Int("n", 100000, "")
var d = flag.Int("d", 20, "")
var class = flag.Bool("class", false, "")
var prof = flag.String("prof", "", "")
var steps = flag.Int("steps", 1, "")

func csv() []byte {
	var b bytes.Buffer
	rng := rand.New(rand.NewPCG(1, 2))
	for j := range *d {
		fmt.Fprintf(&b, "x%d,", j+1)
	}
	b.WriteString("y\n")
	row := make([]float64, *d)
	var line []byte
	for range *n {
		line = line[:0]
		for j := range row {
			row[j] = rng.Float64()
			line = strconv.AppendFloat(line, row[j], 'f', 6, 64)
			line = append(line, ',')
		}
		v := 0.0
		if row[0] > .4 {
			v = 2
			if row[1] > .6 {
				v = 4
			}
		}
		if *class {
			k := int(v / 2)
			if rng.Float64() < .1 {
				k = rng.IntN(3)
			}
			line = append(line, byte('a'+k))
		} else {
			line = strconv.AppendFloat(line, v+.5*rng.NormFloat64(), 'f', 6, 64)
		}
		line = append(line, '\n')
		b.Write(line)
	}
	return b.Bytes()
}

func main() {
	flag.Parse()
	data := csv()
	fmt.Println("bytes", len(data))
	if *prof != "" {
		f, _ := os.Create(*prof)
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	last := time.Now()
	lap := func(what string) {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Printf("%-30s %8.3f s  heap %d MB sys %d MB\n", what, time.Since(last).Seconds(), m.HeapAlloc>>20, m.Sys>>20)
		last = time.Now()
	}
	t, err := dataset.ReadCSV("big.csv", data, dataset.ReadOptions{})
	if err != nil {
		panic(err)
	}
	lap("read")
	study.Opened(1, t)
	lap("opened")
	m := &protocol.Create{Target: "y", Task: "auto", Split: "random", Holdout: .3, HoldoutSeed: "1", Preset: "fast", Seed: "1", Standardize: "auto", Predictive: "likelihood", Workers: 2}
	r, err := study.New(1, t, m, nil)
	if err != nil {
		panic(err)
	}
	lap("create")
	r.Problem.Data = r.Problem.Data.Prepare()
	lap("prepare")
	done := 0
	for done < *steps && !r.Sampler.Done() {
		j := r.Sampler.Next()[0]
		res, err := dcc.Execute(r.Problem, j, func() {})
		if err != nil {
			panic(err)
		}
		lap(fmt.Sprintf("%s %s g%d e%d w%d", j.Kind, j.Topology, res.Gradients, res.Evaluations, res.SearchWork))
		for _, s := range r.Sampler.Report(res) {
			r.Step(0, s, 0)
			lap("step " + s.Words())
			done++
			a, bulk := r.Ranked(1)
			_, _ = a, bulk
			lap("ranked")
			_, err := r.Drawn(&protocol.Figure{Name: "tree", Width: 700})
			if err != nil {
				panic(err)
			}
			lap("tree")
			_, err = r.Measured(1)
			if err != nil {
				panic(err)
			}
			lap("metrics")
			pr, _, err := r.Predictions(&protocol.Predict{Set: "test", Rows: 1}, []float64{3})
			_ = pr
			if err != nil {
				panic(err)
			}
			lap("predict")
			_, err = r.Drawn(&protocol.Figure{Name: "prediction", Width: 700, Set: "test", Row: 3})
			if err != nil {
				panic(err)
			}
			lap("prediction")
		}
	}
	dg, err := r.Digested(1)
	if err == nil {
		fmt.Println(dg.Digest)
	}
}
