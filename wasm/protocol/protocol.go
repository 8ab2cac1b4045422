// Package protocol holds the closed set of messages between page, coordinator and workers, with their version and
// checks.
//
// A message is one object: the fields of Head, and beside them those of one flat struct, whose js tags vert writes and
// reads. What a person or a program asks and is answered is core/study's own (Requests); the reply to a request has the
// request's kind and ID. Bulk numbers and tables do not stand in these structs: they travel beside them as one typed
// array ("bulk" below).
//
// vert truncates fractions, turns NaN into 0 and skips nulls without a word, so
// numbers that a page sends are float64 here and are checked by Validate to be
// whole, finite and in range. Seeds are text: a JavaScript number holds only 53
// bits of them.
package protocol

import "dcctree/core/study"

// Version is raised whenever a message changes its meaning or its fields.
const Version = 2

// Head is the part that all messages share; it is read first, to find out which message is at hand.
type Head struct {
	V    float64 `js:"v"`
	Kind string  `js:"kind"`
	ID   float64 `js:"id"`  // of the request; 0 where no reply is due
	Run  float64 `js:"run"` // number of the run that the message is about; 0 for none
}

// Reply returns the head of the reply to the request.
func (h Head) Reply() Head { return Head{V: Version, Kind: h.Kind, ID: h.ID, Run: h.Run} }

// HeadOf returns the head of a message that is about no run.
func HeadOf(kind string, id int) Head { return Head{V: Version, Kind: kind, ID: float64(id)} }

// HeadIn returns the head of a message about a run.
func HeadIn(run int, kind string, id int) Head {
	return Head{V: Version, Kind: kind, ID: float64(id), Run: float64(run)}
}

// Requests of the page beside study.Questions.
const (
	KindOpen     = "open"     // study.OpenOptions; the table beside it
	KindReview   = "review"   // study.ChooseOptions: what a run would use
	KindLeftOut  = "leftout"  // study.ChooseOptions: which rows a run would not use
	KindFit      = "fit"      // study.FitOptions; a test table beside it, if any
	KindFitRows  = "fitrows"  // study.FitRowsOptions; the rows to predict beside it
	KindFitTrees = "fittrees" // the drawn trees of the newest fit
	// study.FitExplainOptions: what the trees of the newest fit say of one row
	KindFitExplain = "fitexplain"
	// study.FitFigureOptions: a drawing of what the newest fit found
	KindFitFigure = "fitfigure"
	KindGiveUp    = "giveup"  // the fit
	KindCreate    = "create"  // study.RunOptions; a test table beside it, if any
	KindRestore   = "restore" // study.RestoreOptions; bulk: the bytes of a session file
	// study.RestoreOptions; bulk: the bytes of a session file that holds what a fit found
	KindRestoreFit = "restorefit"
	// study.SaveOptions; bulk: the bytes of the table, then of the test table, and of the session file
	KindSave    = "save"
	KindSaveFit = "savefit" // the same, of what the newest fit found
	KindStep    = "step"    // its reply is also the event of a step of a run, with ID 0
	KindRun     = "run"
	KindPause   = "pause"
	KindStop    = "stop"
	KindRelease = "release" // forget the run and its draws
	KindCompare = "compare" // study.CompareOptions; bulk: a grid of bandwidths, or null
	KindContest = "contest" // study.ContestOptions: run methods beside each other, and beside the run
	KindAbandon = "abandon" // give the comparison up
	// study.ExportOptions: the first part of a file to take away; rows to predict beside it, if any
	KindExport = "export"
	KindMore   = "more"  // More: the next part
	KindJoin   = "join"  // Worker: a fresh one, its MessagePort beside it
	KindLeave  = "leave" // Worker: one that the page takes away; its job is issued again
	KindLost   = "lost"  // Worker: one that exited or failed
)

// Messages of the coordinator to the page beside replies.
const (
	// Reading, study.Progress or study.FitStage: an event of a request, with its ID
	KindProgress = "progress"
	KindError    = "error"   // Failed: the request was refused
	KindNotice   = "notice"  // Notice
	KindReplace  = "replace" // Replace: terminate this worker and start another
)

// Messages between coordinator and worker.
const (
	KindProblem = "problem" // Problem; bulk: the data columns
	KindJob     = "job"     // Job; bulk: its packed numbers
	KindReady   = "ready"   // Empty
	KindBeat    = "beat"    // Empty: the worker is still at the job
	KindStage   = "stage"   // FitPart: the same, of a part of a fit
	KindResult  = "result"  // Result; bulk: its packed numbers
	KindCrashed = "crashed" // Crashed
)

// Request is a row of the table of what a page can ask.
type Request struct {
	Kind    string
	Options func() study.Options // with nothing chosen
	Answer  any                  // an empty one; nil where no reply is due
	OfRun   bool                 // it names a run
	Asks    bool                 // it only asks: a run cannot suffer from it
}

// Requests returns the table. The coordinator decodes by it, and answers study.Questions without knowing them.
func Requests() []Request {
	none := func() study.Options { return &study.None{} }
	choose := func() study.Options { return &study.ChooseOptions{} }
	worker := func() study.Options { return &Worker{} }
	all := []Request{
		{Kind: KindOpen, Options: func() study.Options { return &study.OpenOptions{} },
			Answer: study.TableInfo{}, Asks: true},
		{Kind: KindReview, Options: choose, Answer: study.Choice{}, Asks: true},
		{Kind: KindLeftOut, Options: choose, Answer: study.LeftOutRows{}, Asks: true},
		{Kind: KindFit, Options: func() study.Options { return &study.FitOptions{} }, Answer: study.Fitted{},
			Asks: true},
		{Kind: KindFitRows, Options: func() study.Options { return &study.FitRowsOptions{} },
			Answer: study.FitRows{}, Asks: true},
		{Kind: KindFitTrees, Options: none, Answer: study.FitTrees{}, Asks: true},
		{Kind: KindFitExplain, Options: func() study.Options { return &study.FitExplainOptions{} },
			Answer: study.FitExplained{}, Asks: true},
		{Kind: KindFitFigure, Options: func() study.Options { return &study.FitFigureOptions{} },
			Answer: study.Figure{}, Asks: true},
		{Kind: KindGiveUp, Options: none, Answer: Empty{}, Asks: true},
		{Kind: KindCreate, Options: func() study.Options { return &study.RunOptions{} },
			Answer: study.RunInfo{}},
		{Kind: KindRestore, Options: func() study.Options { return &study.RestoreOptions{} },
			Answer: study.Restored{}, Asks: true},
		{Kind: KindSave, Options: func() study.Options { return &study.SaveOptions{} }, Answer: study.Saved{},
			OfRun: true, Asks: true},
		{Kind: KindRestoreFit, Options: func() study.Options { return &study.RestoreOptions{} },
			Answer: study.RestoredFit{}, Asks: true},
		{Kind: KindSaveFit, Options: func() study.Options { return &study.SaveOptions{} },
			Answer: study.Saved{}, Asks: true},
		{Kind: KindStep, Options: none, Answer: study.StepEvent{}, OfRun: true},
		{Kind: KindRun, Options: none, Answer: State{}, OfRun: true},
		{Kind: KindPause, Options: none, Answer: State{}, OfRun: true},
		{Kind: KindStop, Options: none, Answer: State{}, OfRun: true},
		{Kind: KindRelease, Options: none, Answer: State{}, OfRun: true},
		{Kind: KindCompare, Options: func() study.Options { return &study.CompareOptions{} },
			Answer: study.Compared{}, OfRun: true},
		{Kind: KindContest, Options: func() study.Options { return &study.ContestOptions{} }, Answer: Empty{},
			OfRun: true},
		{Kind: KindAbandon, Options: none, Answer: State{}, OfRun: true},
		{Kind: KindExport, Options: func() study.Options { return &study.ExportOptions{} },
			Answer: study.FilePart{}, OfRun: true, Asks: true},
		{Kind: KindMore, Options: func() study.Options { return &More{} }, Answer: study.FilePart{},
			OfRun: true, Asks: true},
		{Kind: KindJoin, Options: worker}, {Kind: KindLeave, Options: worker},
		{Kind: KindLost, Options: worker},
	}
	for _, q := range study.Questions() {
		all = append(all, Request{Kind: q.Kind, Options: q.Options, Answer: q.Answer, OfRun: true, Asks: true})
	}
	return all
}

// requests is Requests by kind; read only.
var requests = func() map[string]Request {
	byKind := map[string]Request{}
	for _, r := range Requests() {
		byKind[r.Kind] = r
	}
	return byKind
}()

// OnlyAsks reports whether a request changes no run.
func OnlyAsks(kind string) bool { return requests[kind].Asks }
