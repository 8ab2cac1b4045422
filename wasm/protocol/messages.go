// This file holds the messages that are not core/study's.

package protocol

import (
	"strings"

	"dcctree/core/study"
	"dcctree/core/words"
)

// maxText bounds the characters of a trace.
const maxText = 1 << 16

// Empty is a message that its head says all of.
type Empty struct{}

// Validate has nothing to check.
func (*Empty) Validate() error { return nil }

// More asks for the next part of the file that request Export asked for.
type More struct {
	Export float64 `js:"export"`
}

// Validate checks the request's number.
func (m *More) Validate() error {
	if !study.Whole(m.Export, 1, maxWhole) {
		return study.MessageFault("export %v is not the number of a request", m.Export)
	}
	return nil
}

// Worker announces a worker, or says that one leaves or is lost; Text then holds its trace.
type Worker struct {
	Worker float64 `js:"worker"`
	Text   string  `js:"text"`
}

// Validate checks the worker's number and the trace's length.
func (m *Worker) Validate() error {
	if !study.Whole(m.Worker, 1, maxWhole) {
		return study.MessageFault("worker %v is not the number of a worker", m.Worker)
	}
	return checkText(m.Text)
}

func checkText(text string) error {
	if len(text) > maxText {
		return study.MessageFault("text has %d characters, more than %d", len(text), maxText)
	}
	return nil
}

// CutText shortens a trace to what a message may hold.
func CutText(s string) string { return strings.ToValidUTF8(s[:min(len(s), maxText)], "") }

// Reading is how far the reading of a table is.
type Reading struct {
	Share float64 `js:"share"` // of the work, 0 to 1
	Rows  int     `js:"rows"`  // met so far
}

// State is the one in which a run rests now: study.StateDone...
type State struct {
	State string `js:"state"`
}

// Failed refuses a request, or says why a run ended.
type Failed struct {
	Code         string                     `js:"code"`
	Message      string                     `js:"message"`
	Translations words.Translations[string] `js:"translations"`
	File         string                     `js:"file"`
	Row          int                        `js:"row"`
	Column       string                     `js:"column"`
	Field        string                     `js:"field"`
}

// Refuse makes the body of a refusal.
func Refuse(f *study.Fault) *Failed {
	return &Failed{Code: f.Code, Message: f.Error(), Translations: translated(f), File: f.File, Row: f.Row,
		Column: f.Column,
		Field:  f.Field}
}

// translated is the text in the other languages, nil of what only a program can meet.
func translated(f *study.Fault) words.Translations[string] {
	if f.Said == nil {
		return nil
	}
	return words.Translate(f.In)
}

// Kinds of notices.
const (
	NoticeReplaced = "worker-replaced" // a worker was replaced, its job issued again
	NoticeLost     = "worker-lost"     // a worker is gone and none takes its place
	NoticeGivenUp  = "job-given-up"    // a job failed on every worker; its chain, topology or audit is left out
)

// Notice tells people something that needs no answer.
type Notice struct {
	Notice       string                     `js:"notice"`
	Text         string                     `js:"text"`
	Translations words.Translations[string] `js:"translations"`
}

// Replace asks the page to terminate a worker and to start another.
type Replace struct {
	Worker int  `js:"worker"`
	Start  bool `js:"start"` // false: only terminate it
}
