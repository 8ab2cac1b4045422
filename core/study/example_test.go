package study_test

import (
	"fmt"
	"log"
	"math"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/study"
)

// A table is opened, a run is chosen and carried out, and questions are asked: which trees, what they say of a new row,
// and how far that can be trusted.
func Example() {
	var text strings.Builder
	text.WriteString("x1,x2,y\n")
	for i := range 60 {
		x := float64(i) / 60
		fmt.Fprintf(&text, "%.3f,%d,%.3f\n", x, i%7, math.Round(x)+0.2*math.Sin(float64(13*i)))
	}
	table, err := dataset.ReadCSV("jump.csv", []byte(text.String()), dataset.ReadOptions{})
	if err != nil {
		log.Fatal(err)
	}
	options := study.DefaultRunOptions()
	options.Target, options.Seed = "y", "7"
	run, err := study.New(table, &options, nil)
	if err != nil {
		log.Fatal(err) // a *study.Fault names the option, or the row and column
	}
	if err := run.Finish(2); err != nil {
		log.Fatal(err)
	}
	heaviest := run.Topologies()[0]
	_, numbers, err := run.Predict(&study.PredictOptions{Set: "rows", Rows: 1, Columns: 2}, []float64{0.75, 3})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s, weight %.1f\n", heaviest.Name, heaviest.Weight)
	fmt.Printf("mean %.1f\n", numbers[0])
	fmt.Println(run.Verdict().Outcome)
	// Output:
	// {1,2}, weight 0.5
	// mean 1.0
	// nearly-settled
}
