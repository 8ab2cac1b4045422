// This file holds the messages about files to take away.

package protocol

import (
	"slices"

	"dcctree/core/export"
)

// What can be taken away.
const (
	ExportStan        = "stan"        // draws of a topology as Stan CSV
	ExportArviZ       = "arviz"       // the same as JSON for ArviZ
	ExportTrees       = "trees"       // draws of all topologies as trees, node by node
	ExportPredictions = "predictions" // of training and test rows, or of those in the table beside the message
	ExportRules       = "rules"       // a topology as plain rules
	ExportReport      = "report"      // the run as HTML
)

// Exports lists them.
var Exports = []string{ExportStan, ExportArviZ, ExportTrees, ExportPredictions, ExportRules, ExportReport}

// Export asks for a file, of which the first part comes back; what the run
// finds meanwhile does not reach the parts that follow.
type Export struct {
	V        float64 `js:"v"`
	Kind     string  `js:"kind"`
	ID       float64 `js:"id"`
	Run      float64 `js:"run"`
	What     string  `js:"what"`     // one of Exports
	Topology string  `js:"topology"` // key; "" = the heaviest; stan, arviz, rules
	Language string  `js:"language"` // one of export.Languages; rules
	Table    bool    `js:"table"`    // rows to predict come beside the message
	Name     string  `js:"name"`     // of their file
	Lang     string  `js:"lang"`     // of the words of a report or of rules, see Figure
}

// More asks for the next part of the file that request Export asked for.
type More struct {
	V      float64 `js:"v"`
	Kind   string  `js:"kind"`
	ID     float64 `js:"id"`
	Run    float64 `js:"run"`
	Export float64 `js:"export"`
}

// Exported holds one part of a file.
type Exported struct {
	V         int      `js:"v"`
	Kind      string   `js:"kind"`
	ID        int      `js:"id"`
	Run       int      `js:"run"`
	File      string   `js:"file"` // name
	Type      string   `js:"type"` // media type
	Text      string   `js:"text"`
	More      bool     `js:"more"`      // parts follow
	Share     float64  `js:"share"`     // of the file that is made, 0 to 1
	Rows      int      `js:"rows"`      // predictions: rows that have one
	LeftOut   []int    `js:"leftOut"`   // predictions: rows of the file that miss a value, the first 100
	Columns   []string `js:"columns"`   // of each of those, the first column without a value
	LeftCount int      `js:"leftCount"` // all of them
}

// Validate checks the words; whether the topology was measured is seen later.
func (m *Export) Validate() error {
	return first(
		checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run),
		checkOption("export", m.What, Exports...),
		checkLength(m.Kind, "topology", m.Topology, maxKey),
		checkLanguage(m.What, m.Language),
		checkLength(m.Kind, "name", m.Name, maxName), checkLang(m.Lang),
		checkRows(m),
	)
}

func checkLanguage(what, language string) error {
	if what != ExportRules || slices.Contains(export.Languages, language) {
		return nil
	}
	return SettingFault("language", "is %s; it must be one of %q", quoteShort(language), export.Languages)
}

func checkRows(m *Export) error {
	if m.Table && m.What != ExportPredictions {
		return SettingFault("rows", "come beside %s; they go with %q alone", quoteShort(m.What), ExportPredictions)
	}
	return nil
}

// Validate checks the numbers.
func (m *More) Validate() error {
	if err := first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run)); err != nil {
		return err
	}
	if !whole(m.Export, 1, maxWhole) {
		return messageFault(m.Kind, "export %v is not the number of a request", m.Export)
	}
	return nil
}
