// Package protocol holds the closed set of messages between page, coordinator
// and workers, with their version, limits and checks.
//
// Every message has a head (version V, Kind, and the ID of the request or the
// number of the run that it belongs to) and is a flat struct whose js tags
// vert writes and reads. Bulk numbers and tables do not stand in these structs:
// they travel beside them as one typed array ("bulk" below).
//
// vert truncates fractions, turns NaN into 0 and skips nulls without a word, so
// numbers that a page sends are float64 here and are checked by Validate to be
// whole, finite and in range. Seeds are text: a JavaScript number holds only 53
// bits of them.
package protocol

import "dcctree/core/dataset"

// Version is raised whenever a message changes its meaning or its fields.
const Version = 1

// Requests of the page to the coordinator.
const (
	KindOpen       = "open"       // Open; the table beside it
	KindReview     = "review"     // Choose: what a run would use
	KindLeftOut    = "leftout"    // Choose: which rows a run would not use
	KindCreate     = "create"     // Create; a test table beside it, if any
	KindStep       = "step"       // Command
	KindRun        = "run"        // Command
	KindPause      = "pause"      // Command
	KindStop       = "stop"       // Command
	KindRelease    = "release"    // Command: forget the run and its draws
	KindTopologies = "topologies" // Command
	KindTrees      = "trees"      // Command
	KindMetrics    = "metrics"    // Command
	KindDigest     = "digest"     // Command
	KindCART       = "cart"       // Command: fit the baseline CART to the training rows
	KindPredict    = "predict"    // Predict; bulk: row values or row numbers
	KindAverage    = "average"    // Predict, by the average over bandwidths that a comparison ended with
	KindFigure     = "figure"     // Figure
	KindRowsAt     = "rows-at"    // RowsAt
	KindSurvey     = "survey"     // Survey
	KindCompare    = "compare"    // Compare; bulk: a grid of bandwidths, or null
	KindAbandon    = "abandon"    // Command: give the comparison up
	KindExport     = "export"     // Export: the first part of a file to take away; rows to predict beside it, if any
	KindMore       = "more"       // More: the next part
	KindJoin       = "join"       // Join: a fresh worker, its MessagePort beside it
	KindLost       = "lost"       // Lost: a worker that exited or failed
	KindLeave      = "leave"      // Join: a worker that the page takes away; its job is issued again
)

// Replies and events of the coordinator to the page.
const (
	KindOpened      = "opened"      // Opened
	KindReviewed    = "reviewed"    // Reviewed
	KindListed      = "listed"      // Listed
	KindCreated     = "created"     // Created
	KindStepped     = "stepped"     // Stepped: reply to step, or an event of a run (ID 0)
	KindEnded       = "ended"       // Ended: reply to run, pause, stop and release
	KindRanked      = "ranked"      // Ranked; bulk: numbers of each topology
	KindTreesRanked = "treesranked" // TreesRanked
	KindMeasured    = "measured"    // Measured
	KindDigested    = "digested"    // Digested
	KindGrown       = "grown"       // Grown: reply to cart
	KindPredictions = "predictions" // Predictions; bulk: numbers of each row
	KindDrawn       = "drawn"       // Drawn
	KindSurveyed    = "surveyed"    // Surveyed
	KindRowsListed  = "rows-listed" // RowsListed; bulk: numbers of each row
	KindReading     = "reading"     // Reading: an event while a table is read, with the request's ID
	KindComparing   = "comparing"   // Comparing: an event of a comparison, with its ID
	KindCompared    = "compared"    // Compared: reply to compare
	KindExported    = "exported"    // Exported: reply to export and more
	KindError       = "error"       // Failed: the request was refused
	KindNotice      = "notice"      // Notice
	KindReplace     = "replace"     // Replace: terminate this worker and start another
)

// Messages between coordinator and worker.
const (
	KindProblem = "problem" // Problem; bulk: the data columns
	KindJob     = "job"     // Job; bulk: its packed numbers
	KindReady   = "ready"   // Ready
	KindBeat    = "beat"    // Beat
	KindResult  = "result"  // Result; bulk: its packed numbers
	KindCrashed = "crashed" // Crashed
)

// States in which a run can end or rest.
const (
	StateDone     = "done"
	StatePaused   = "paused"
	StateStopped  = "stopped"
	StateReleased = "released"
)

// Limits of what a message may hold.
const (
	// MaxValues is the most inputs of a problem, and numbers of a question about rows.
	MaxValues = dataset.DefaultMaxValues
	// MaxWorkers is the largest number of workers of one session.
	MaxWorkers = 64
	// MaxWidth is the greatest width of a figure, in pixels: a tree of 200 leaves has room for words in it.
	MaxWidth = 16000

	maxName     = 1 << 10 // characters of a file, column or class name
	maxNames    = 1 << 14 // columns in one list
	maxSettings = 1 << 16 // characters of settings as JSON text
	maxKey      = 1 << 10 // characters of a topology key
	maxText     = 1 << 16 // characters of a trace or notice
	maxWhole    = 1 << 53 // whole numbers that JavaScript holds exactly
)
