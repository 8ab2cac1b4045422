// Examples: DCC over a table of one's own, in both modes, on one goroutine and on many.

package dcc_test

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"os"
	"runtime"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/dcc/search"
	"dcctree/core/hmc"
	"dcctree/core/posterior"
	"dcctree/core/softtree"
	"dcctree/core/verdict"
)

// load reads a table and holds a quarter of its rows out. The response is standardized.
func load() (posterior.Tables, error) {
	text, err := os.ReadFile("../../assets/wu-train.csv")
	if err != nil {
		return posterior.Tables{}, err
	}
	table, err := dataset.ReadCSV("wu-train.csv", text, dataset.ReadOptions{})
	if err != nil {
		return posterior.Tables{}, err
	}
	frame, err := table.Frame("y", nil, dataset.Regression)
	if err != nil {
		return posterior.Tables{}, err
	}
	train, test, err := dataset.Split(frame, .25, 1)
	if err != nil {
		return posterior.Tables{}, err
	}
	return posterior.NewTables(train, test, true), nil
}

// newProblem takes the priors that go with a standardized response; those of the authors' runs, dcc.DefaultSettings'
// own, go with the response as it is. A classification leaves both aside.
func newProblem(tables posterior.Tables) *dcc.Problem {
	settings := dcc.DefaultSettings()
	settings.Priors = softtree.StandardizedPriors()
	return &dcc.Problem{Data: tables.Data(), Settings: settings, Seed: 1}
}

// fast runs the fast mode to its end.
func fast(settings search.FastSettings) (*search.Fast, *posterior.Posterior, error) {
	tables, err := load()
	if err != nil {
		return nil, nil, err
	}
	problem := newProblem(tables)
	sampler, err := search.NewFast(problem, settings)
	if err != nil {
		return nil, nil, err
	}
	if err := dcc.Run(problem, sampler, runtime.NumCPU(), nil); err != nil {
		return nil, nil, err
	}
	answers := posterior.New(tables, problem, posterior.Likelihood)
	answers.UpdateAll(sampler)
	return sampler, answers, nil
}

func Example_fastMode() {
	sampler, answers, err := fast(search.DefaultFastSettings())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, s := range sampler.Summaries() {
		if s.Weight > .02 {
			fmt.Printf("%-11s weight %.2f ± %.2f, log evidence %.1f ± %.1f, reliable %t, audited %t\n",
				s.Topology, s.Weight, s.WeightError, s.LogEvidence, s.LogEvidenceError, s.Reliable(),
				s.Audit.Done)
		}
	}
	rest := sampler.Unexplored()
	fmt.Printf("never measured: %.2f of the posterior, at most %.2f; the search ended: %s\n", rest.Share,
		rest.Bound, sampler.Ended())
	judged := verdict.Judge(sampler.Facts())
	fmt.Println(judged.Outcome, judged.Plan)

	// x1, x2, x3 in the units of the file
	predictions, err := answers.Predict([][]float64{{.2, .3, .7}, {.8, .6, .2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range predictions {
		fmt.Printf("%.2f, 90 %% interval %.2f to %.2f\n", p.Mean, p.Low, p.High)
	}
	_, test, _ := answers.Scores()
	fmt.Printf("%d test rows: MSE %.3f ± %.3f, log score %.2f, %.0f %% inside their intervals\n", test.Rows,
		test.MSE, test.MSEError, test.LogScore, 100*test.Coverage90)
	digest, _ := answers.Digest()
	fmt.Println("digest", digest)
	// Output:
	// {1,5,6}     weight 0.33 ± 0.02, log evidence 82.9 ± 0.0, reliable true, audited true
	// {1,5,13,14} weight 0.08 ± 0.01, log evidence 82.8 ± 0.1, reliable true, audited true
	// {3,4,5,6}   weight 0.08 ± 0.01, log evidence 82.3 ± 0.1, reliable true, audited true
	// {1,11,12,6} weight 0.07 ± 0.00, log evidence 82.6 ± 0.0, reliable true, audited false
	// {3,4,2}     weight 0.04 ± 0.00, log evidence 80.8 ± 0.0, reliable true, audited false
	// {3,9,10,2}  weight 0.02 ± 0.01, log evidence 81.6 ± 0.4, reliable true, audited false
	// {3,9,10,5,6} weight 0.02 ± 0.01, log evidence 82.4 ± 0.4, reliable true, audited false
	// {3,4,5,13,14} weight 0.02 ± 0.01, log evidence 82.4 ± 0.4, reliable true, audited false
	// never measured: 0.02 of the posterior, at most 0.03; the search ended: explored
	// not-settled [another-seed]
	// 1.01, 90 % interval 0.59 to 1.43
	// 5.05, 90 % interval 4.63 to 5.47
	// 75 test rows: MSE 0.064 ± 0.011, log score -0.05, 88 % inside their intervals
	// digest 45868e27f2a2a6eb
}

// short are settings of the paper's mode for a first look: Algorithm 1 with few and short chains.
func short(s dcc.Settings) dcc.Settings {
	s.Iterations, s.PriorDraws, s.Chains, s.Warmup, s.Draws, s.MaxDoublings = 4, 20, 3, 150, 40, 6
	s.Schedule = hmc.BeforeLastWindow
	return s
}

func Example_paperMode() {
	tables, err := load()
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := newProblem(tables)
	problem.Settings = short(problem.Settings)
	sampler, err := dcc.New(problem)
	if err != nil {
		fmt.Println(err) // a *dcc.FieldError where a setting is out of range
		return
	}
	answers := posterior.New(tables, problem, posterior.Likelihood)
	for !sampler.Done() {
		for _, job := range sampler.Next() {
			// the function is called now and then, as a sign of life
			result, err := dcc.Execute(problem, job, func() {})
			if err != nil {
				fmt.Println(err)
				return
			}
			for _, step := range sampler.Report(result) {
				answers.Update(sampler, step.Told()...)
				fmt.Printf("%s %s: log evidence %.1f ± %.1f\n", step.Kind, step.Topology,
					step.LogEvidence, step.LogEvidenceError)
			}
		}
	}
	digest, _ := answers.Digest()
	fmt.Println("digest", digest)
	// Output:
	// burn-in {3,4,2}: log evidence 80.2 ± 0.2
	// visit {3,4,2}: log evidence 80.1 ± 0.1
	// visit {3,4,2}: log evidence 80.4 ± 0.1
	// burn-in {3,4,5,6}: log evidence 80.0 ± 0.4
	// visit {3,4,5,6}: log evidence 80.0 ± 0.4
	// visit {3,4,5,6}: log evidence 79.8 ± 0.3
	// digest 42f41b70527fc842
}

// Example_workers is the same run on three workers that share no memory with it: jobs and results cross as bytes.
func Example_workers() {
	tables, err := load()
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := newProblem(tables)
	problem.Settings = short(problem.Settings)
	sampler, err := dcc.New(problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	gob.Register(&dcc.ChainTask{}) // what the jobs of the paper's way ask for, and what they find
	gob.Register(&dcc.ChainResult{})
	jobs, results := make(chan []byte, 100), make(chan []byte)
	for range 3 {
		go work(problem, jobs, results)
	}
	defer close(jobs)
	handedOut := map[int]bool{}
	for !sampler.Done() {
		for _, job := range sampler.Next() { // until it is reported, a job stays in the list
			if !handedOut[job.ID] {
				handedOut[job.ID] = true
				jobs <- encode(job)
			}
		}
		var result dcc.Result
		decode(&result, <-results)
		// in any order; a worker that is lost costs nothing but its job, handed out again
		sampler.Report(result)
	}
	answers := posterior.New(tables, problem, posterior.Likelihood)
	answers.UpdateAll(sampler)
	digest, _ := answers.Digest()
	fmt.Println("digest", digest)
	// Output:
	// digest 42f41b70527fc842
}

// work is a worker: a process elsewhere would make the same problem of the same table.
func work(problem *dcc.Problem, jobs <-chan []byte, results chan<- []byte) {
	for text := range jobs {
		var job dcc.Job
		decode(&job, text)
		result, err := dcc.Execute(problem, job, func() {})
		if err != nil {
			panic(err) // the job is malformed
		}
		results <- encode(result)
	}
}

// encode writes a job or a result. JSON would not do: log weights may be -Inf.
func encode(v any) []byte {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(v); err != nil {
		panic(err)
	}
	return b.Bytes()
}

func decode(v any, text []byte) {
	if err := gob.NewDecoder(bytes.NewReader(text)).Decode(v); err != nil {
		panic(err)
	}
}

func Example_diagnostics() {
	tables, err := load()
	if err != nil {
		fmt.Println(err)
		return
	}
	problem := newProblem(tables)
	problem.Settings = short(problem.Settings)
	sampler, err := dcc.New(problem)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := dcc.Run(problem, sampler, runtime.NumCPU(), nil); err != nil {
		fmt.Println(err)
		return
	}
	answers := posterior.New(tables, problem, posterior.Likelihood)
	answers.UpdateAll(sampler)
	for _, s := range sampler.Summaries()[:2] {
		chains, ok := answers.Chains(s.Topology, sampler.Trails(s.Topology))
		if !ok {
			continue
		}
		fmt.Printf("%s: %d chains, modes %v, BFMI %.1f, k-hat %.2f of at most %.2f\n", s.Topology,
			len(chains.Used), chains.Mode, chains.BFMI, s.KHat, s.KHatLimit)
		for _, p := range chains.Parameters {
			if p.Name.Key == "chain.sigma" {
				fmt.Printf("  %s R-hat %.2f, bulk ESS %.0f\n", p.Name, p.RHat, p.Bulk)
			}
		}
	}
	// Output:
	// {3,4,2}: 3 chains, modes [0 1 1], BFMI 0.9, k-hat 0.62 of at most 0.70
	//   sigma R-hat 1.60, bulk ESS 6
	// {3,4,5,6}: 3 chains, modes [0 1 2], BFMI 0.9, k-hat 1.17 of at most 0.70
	//   sigma R-hat 1.02, bulk ESS 352
}
