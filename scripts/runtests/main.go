// Command runtests runs every test of the repository, natively, under Node and in a browser, and counts them; `make
// test` calls it.
//
// Its last line reads "N passed, N failed, N skipped"; it exits 1 when a test fails, a package does not build, or no
// browser test ran.
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// raced are packages in which goroutines meet; they run under the race detector alone.
var raced = []string{"dcctree", "dcctree/internal/serve", "dcctree/wasm/protocol"}

// samplers are the packages whose jobs run on goroutines. They run whole natively; under the race detector, which makes
// them seven times slower, run their tests with one of these in their names: several workers do every kind of job
// there.
var samplers = []string{"dcctree/core/alltrees", "dcctree/core/dcc", "dcctree/core/dcc/search",
	"dcctree/core/dcc/variants"}

var meeting = []string{"AnyWorkers", "ComparisonSameBits", "JobsArePure", "FastRunGoesOn", "FastRunFits", "MaxActive",
	"WorkersDoNotMatter"}

// unportable mark packages that make no sense as WebAssembly: the native commands and runtime.
var unportable = []string{"/core/cmd/", "/core/simd/wazero"}

// nativeAlone are tests that the run as WebAssembly leaves out, where each takes three to ten times as long. They judge
// what does not depend on the machine: the same bits have the same distribution, and the same words. That WebAssembly
// has the native bits is held there by what remains: TestSameBits of every sampler, the golden answers and sessions of
// core/study, the digests of the library's examples, runs with kernels; and by TestSameBitsEverywhere and
// TestFitsHaveTheSameBits in browsers, the whole run of Example_fastMode's table among them.
var nativeAlone = slices.Concat(
	// Means, frequencies and evidences of many draws against exact ones, and the mutants that show their power.
	[]string{"TestExactNormalizers", "TestExactAgrees", "TestUnbiased", "TestWalkKnownIntegrals", "TestSoftTrees",
		"TestBasicWeightsHaveInfiniteVariance", "TestFrequencies", "TestLogErrorIsCalibrated",
		"TestEstimateIsUnbiased", "TestMutants", "TestPosterior",
		"TestPosteriorOfTrees", "TestWrongRatios", "TestErrorsOfEffectiveTrees", "TestFrozenDrawsAreExact",
		"TestMovesKeepThePosterior", "TestTemperedEvidence", "TestGradualMovesKeepThePosterior",
		"TestGradualEvidence", "TestHeavyIsExact", "TestHeavyTailsHold", "TestLeafNoiseCovers",
		"TestResplitKeepsThePosterior", "TestSmallRegrownTreesKeepThePosterior", "TestLeafMarginalByQuadrature",
		"TestLeafNoiseMoves", "TestLeafNoiseIsExact", "TestLeafNoiseIsSharp", "TestChosenPriors"},
	// Searches that must find what was planted, and what follows them.
	[]string{"TestSharpTrees", "TestManyInputs", "TestManyRows", "TestAuditFindsPlantedMode", "TestEmbeddedIsNear",
		"TestFastFindsXOR", "TestBandwidthsFindSlope", "TestBandwidthsCrossValidate", "TestPriorCheck",
		"TestFactsOfRuns", "TestLongRunIsBounded", "TestEndings", "TestSearchGoesOnWider",
		"TestWhatDecidesIsMeasured", "TestFastRunFits", "TestWhatEndsTheSearchIsNotCounted",
		"TestResplitFindsPlantedMode", "TestLeafNoiseIsSuggested", "TestHeavyTailsAreSuggested"},
	// Two runs on this machine that must agree: any order of jobs, plans ahead, sessions taken up, files read back.
	[]string{"TestAnyOrderSameBits", "TestFastReportOrderDoesNotMatter", "TestAheadChangesNothing",
		"TestSessionKeepsTheRun", "TestSessionWithUntoldSteps",
		"TestInputConstantInTrainingRows", "TestPredictionsFile", "TestEveryStepIsKept", "TestStepsOfClasses",
		"TestForecastsOfManyRows", "TestChoiceOfBandwidthSeesNoTestRow", "TestAverage",
		"TestFastSameBitsForAnyWorkers", "TestComparisonSameBits", "TestWeightsDoNotLeak",
		"TestWeightsAreEqualRows", "TestWeightsOfOne", "TestErrandsChangeNothing", "TestSavedFitComesBack",
		"TestSavedFitKeepsWeights", "TestPriceOfClasses", "TestPriceOfALine", "TestAccount",
		"TestDrawnTreesPredictAsTheFit"},
	// Files and reports of runs, besides TestDrawsFiles, and examples of the fast mode, whose bits are those of
	// TestGoldenAnswers under Node and of TestSameBitsEverywhere.
	[]string{"TestClassesFiles", "TestRulesNameWhatTheyCannotSay", "TestDrawsAreThoseOfTheFile", "TestNewRowsFile",
		"TestRulesAndReport", "TestAFileIsOfOneMoment", "TestVerdictOfAnEarlierStep", "TestFailedAuditIsTold",
		"TestTreesFile", "TestOneVerdict",
		"Example_fastMode", "Example_workers", "Example_exports", "Example_diagnostics"},
	// Figures, besides their golden files.
	[]string{"TestTreeLabelsKeepApart", "TestPredictionLabelsKeepApart", "TestSameInputSameFigure",
		"TestRulesForAllFigures"},
)

// stack is Node's for Go programs, as the Go distribution sets it.
const stack = "--stack-size=8192"

// suite is one call of go test.
type suite struct {
	name     string
	env      []string
	args     []string
	required bool // at least one test must pass
	beside   bool // may run at the same time as the ones before it
}

// alone are the tests in the browser that measure the page's time.
var alone = []string{"TestAnswersWithinSeconds", "TestFilesLeaveTheMainThreadFree", "TestLargeTable", "TestMethodsOnWU",
	"TestTimeLeftAndHintAreHonest", "TestWURunsToAResult", "TestWhatIf"}

func main() {
	only := flag.String("only", "", "run only the `suite` of this name: native, race, node or browser")
	flag.Parse()
	failed, err := all(*only, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "runtests:", err)
	}
	if failed || err != nil {
		os.Exit(1)
	}
}

// published names the folder in which the tests in the browser share the site that the first of them has written.
const published = "DCCTREE_PUBLISHED"

// all runs the suites one after the other and reports whether anything failed.
func all(only string, out io.Writer) (failed bool, err error) {
	suites, err := suites()
	if err != nil {
		return true, err
	}
	suites = slices.DeleteFunc(suites, func(s suite) bool { return only != "" && s.name != only })
	if len(suites) == 0 {
		return true, fmt.Errorf("there is no suite %q", only)
	}
	folder, err := os.MkdirTemp("", "dcctree-tests-")
	if err != nil {
		return true, err
	}
	defer os.RemoveAll(folder)
	if err := os.Setenv(published, filepath.Join(folder, "site")); err != nil {
		return true, err
	}
	var total counts
	var lines []string
	for i := 0; i < len(suites); {
		n := 1
		for i+n < len(suites) && suites[i+n].beside {
			n++
		}
		for k, done := range together(suites[i:i+n], out) {
			total.add(done.counts)
			lines = append(lines, fmt.Sprintf("%-8s %s in %.0f s", suites[i+k].name, done.counts,
				done.seconds))
			if slow := done.slowest(); slow != "" {
				lines = append(lines, "         slowest, in seconds: "+slow)
			}
		}
		i += n
	}
	fmt.Fprintf(out, "\n%s\n\n%s\n", strings.Join(lines, "\n"), total)
	return total.failed > 0, nil
}

// ended is what became of a suite.
type ended struct {
	counts
	seconds float64
}

// lanes is how many suites run at the same time at most.
var lanes = flag.Int("lanes", 2, "run so `many` suites at the same time")

// together runs suites side by side, begun in their order. What they print stays apart: each prints when it is done.
func together(suites []suite, out io.Writer) []ended {
	all := make([]ended, len(suites))
	var wait sync.WaitGroup
	var printing sync.Mutex
	free := make(chan struct{}, max(1, *lanes))
	for i, s := range suites {
		free <- struct{}{}
		wait.Go(func() {
			var text bytes.Buffer
			all[i] = s.judged(&text)
			printing.Lock()
			text.WriteTo(out)
			printing.Unlock()
			<-free
		})
	}
	wait.Wait()
	return all
}

// judged runs a suite; one that fails as a whole counts as a failed test.
func (s suite) judged(out io.Writer) ended {
	start := time.Now()
	fmt.Fprintf(out, "== %s: %s\n", s.name, s)
	c, err := s.run(out)
	if err != nil {
		fmt.Fprintf(out, "FAIL  %s: %v\n", s.name, err)
		c.failed = max(c.failed, 1)
	}
	return ended{c, time.Since(start).Seconds()}
}

// suites lists the calls, one package at a time in each: they run in two lanes, since the tests are to run well on two
// cores, the shortest last, so that the lanes end together, and after them, alone, what measures time.
func suites() ([]suite, error) {
	native, err := output(nil, "go", "list", "./...")
	if err != nil {
		return nil, err
	}
	plain := slices.DeleteFunc(strings.Fields(native), func(p string) bool { return slices.Contains(raced, p) })
	wasm := []string{"GOOS=js", "GOARCH=wasm"}
	listed, err := output(wasm, "go", "list", "./core/...", "./wasm/...")
	if err != nil {
		return nil, err
	}
	portable := slices.DeleteFunc(strings.Fields(listed), func(p string) bool {
		return slices.ContainsFunc(unportable, func(part string) bool { return strings.Contains(p, part) })
	})
	goroot, err := output(nil, "go", "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	script, err := filepath.Abs(filepath.Join("scripts", "wasmexec", "wasmexec.cjs"))
	if err != nil {
		return nil, err
	}
	left := "-skip=^(" + strings.Join(nativeAlone, "|") + ")$"
	node := strings.Join([]string{"node", stack, script, strings.TrimSpace(goroot)}, " ")
	names, err := output(nil, "go", "test", "-tags=browser", "-list=^Test", "./browser/")
	if err != nil {
		return nil, err
	}
	parts := inBrowser(strings.Fields(names))
	return slices.Concat([]suite{
		{name: "node", env: wasm,
			args: append([]string{"-exec=" + node, "-short", left, "-p=1", "-timeout=20m"},
				portable...)},
	}, parts[:ahead], []suite{
		{name: "native", args: append([]string{"-p=1", "-timeout=20m"}, plain...), beside: true},
	}, parts[ahead:pieces], []suite{
		{name: "race",
			args: append([]string{"-race", "-p=1", "-timeout=20m", "-run=" + strings.Join(meeting, "|")},
				samplers...),
			required: true, beside: true},
		{name: "race", args: append([]string{"-race", "-short", "-p=1", "-timeout=20m"}, raced...),
			beside: true},
	}, parts[pieces:]), nil
}

// pieces of the tests in the browser: whichever lane is free takes the next, so that neither waits long for the other
// at the end. So many are ahead of the native tests, which use both cores where those in the browser wait.
const (
	pieces = 12
	ahead  = 3
)

// inBrowser divides the tests in the browser, listed by name: they wait more than they work, so that two pieces run
// side by side, and alone those that measure. The tests of equal bits share their native runs, which take half a
// minute.
func inBrowser(names []string) []suite {
	var parts [pieces + 1][]string
	for i, name := range names {
		switch {
		case !strings.HasPrefix(name, "Test"): // what go test says besides
		case slices.Contains(alone, name):
			parts[pieces] = append(parts[pieces], name)
		case strings.HasPrefix(name, "TestSameBits"):
			parts[0] = append(parts[0], name)
		default:
			parts[1+i%(pieces-1)] = append(parts[1+i%(pieces-1)], name)
		}
	}
	var all []suite
	for i, part := range parts {
		run := "-run=^(" + strings.Join(part, "|") + ")$"
		all = append(all,
			suite{name: "browser", args: []string{"-tags=browser", "-timeout=40m", run, "./browser/"},
				required: true, beside: i < pieces})
	}
	return all
}

// String is the call as a person would type it, up to the list of packages.
func (s suite) String() string {
	options := slices.DeleteFunc(slices.Clone(s.args), func(a string) bool { return !strings.HasPrefix(a, "-") })
	for i, o := range options {
		if name, _, ok := strings.Cut(o, "|"); ok {
			options[i] = name + "|...)$"
		}
	}
	return strings.Join(slices.Concat(s.env, []string{"go", "test"}, options,
		[]string{fmt.Sprintf("(%d packages)", len(s.args)-len(options))}), " ")
}

// run calls go test and reads what it says.
func (s suite) run(out io.Writer) (counts, error) {
	cmd := exec.Command("go", append([]string{"test", "-json"}, s.args...)...)
	cmd.Env = append(os.Environ(), s.env...)
	cmd.Stderr = os.Stderr
	events, err := cmd.StdoutPipe()
	if err != nil {
		return counts{}, err
	}
	if err := cmd.Start(); err != nil {
		return counts{}, err
	}
	c, err := read(events, out)
	if waited := cmd.Wait(); err == nil && c.failed == 0 {
		err = waited
	}
	if err == nil && s.required && c.passed == 0 {
		err = errors.New("no test ran")
	}
	return c, err
}

// output is what a command prints.
func output(env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}
