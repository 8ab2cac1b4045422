// This file holds Fault, the error that crosses every boundary, and its codes.

package study

import (
	"errors"
	"fmt"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/export"
	"dcctree/core/fit"
	"dcctree/core/posterior"
	"dcctree/core/words"
)

// Codes of faults that are not the data reader's own.
const (
	CodeProtocolVersion = "protocol-version" // a message of another version
	CodeMessage         = "message"          // a message that does not validate
	CodeSetting         = "setting"          // an option or setting is unknown or out of range; Field names it
	CodeFinished        = "finished"         // a step after the last one
	CodeBusy            = "busy"             // a step or run while another is under way
	CodePaused          = "paused"           // a step that a pause left incomplete
	CodeStopped         = "stopped"          // a step that a stop cancelled
	CodeReplaced        = "replaced"         // a question to a run that a newer one replaced
	CodeNoTable         = "no-table"         // a run is asked for before a table was opened
	CodeNoRun           = "no-run"           // a question before a run was created
	CodeNoResult        = "no-result"        // a question that nothing sampled so far answers
	CodeRulesName       = "rules-name"       // a name or a label that a language of rules cannot say
	CodeFit             = "fit"              // a table that all trees at once cannot be fitted to
	CodeWorkersFailed   = "workers-failed"   // no worker could be kept alive
	CodeInternal        = "internal"         // a mistake of this program
)

// Fault is an error with a code for programs and a text for people. File, Row,
// Column and Field are empty where they do not apply; Row counts as the file's
// reader counts it. Message is the text of what only a program can meet; what people can is Said instead.
type Fault struct {
	Code    string
	Message string
	Said    words.Speaker
	File    string
	Row     int
	Column  string
	Field   string
}

// Error returns the text in English.
func (f *Fault) Error() string { return f.In(words.English) }

// In returns the text in a language, in English where only a program can meet it.
func (f *Fault) In(l words.Lang) string {
	if f.Said == nil {
		return f.Message
	}
	return f.Said.In(l)
}

// FaultOf returns err as a Fault; one that is no error of the core becomes an internal fault.
func FaultOf(err error) *Fault {
	var f *Fault
	var data *dataset.Error
	var field *dcc.FieldError
	var unsaid *export.Refusal
	var unfit *fit.Error
	switch {
	case errors.As(err, &f):
		return f
	case errors.As(err, &data):
		return &Fault{Code: data.Code, Said: data, File: data.File, Row: data.Row, Column: data.Column,
			Field: fieldOf(data.Code)}
	case errors.As(err, &field):
		return &Fault{Code: CodeSetting, Message: field.Error(), Field: field.Field}
	case errors.As(err, &unsaid):
		return &Fault{Code: CodeRulesName, Said: unsaid.Message, Column: unsaid.Column, Field: "language"}
	case errors.As(err, &unfit):
		return &Fault{Code: CodeFit, Said: unfit, File: unfit.Table}
	case errors.Is(err, posterior.ErrNothingYet):
		return &Fault{Code: CodeNoResult, Said: words.Of("fault.nothing")}
	}
	return &Fault{Code: CodeInternal, Said: words.Of("fault.internal", err)}
}

// faulty is FaultOf, but nil stays nil.
func faulty(err error) error {
	if err == nil {
		return nil
	}
	return FaultOf(err)
}

// SettingFault says that an option is out of its range, by a key whose text takes the option and the values.
func SettingFault(field, key string, values ...any) *Fault {
	return &Fault{Code: CodeSetting, Field: field, Said: words.Of(key, append([]any{field}, values...)...)}
}

// optionFault says the same of what only a program can meet.
func optionFault(field, format string, values ...any) *Fault {
	return &Fault{Code: CodeSetting, Field: field, Message: field + " " + fmt.Sprintf(format, values...)}
}

// MessageFault says that options and what comes beside them do not hold together.
func MessageFault(format string, args ...any) *Fault {
	return &Fault{Code: CodeMessage, Message: fmt.Sprintf(format, args...)}
}

// QuoteShort quotes a word from outside, cut to a length fit for an error text.
func QuoteShort(s string) string {
	const limit = 40
	if len(s) > limit {
		s = s[:limit] + "..."
	}
	return fmt.Sprintf("%q", s)
}
