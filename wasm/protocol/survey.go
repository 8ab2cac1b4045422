// This file holds the question what holds across trees, and its answer.

package protocol

// Survey asks what holds across all trees of the posterior.
type Survey struct {
	V     float64 `js:"v"`
	Kind  string  `js:"kind"`
	ID    float64 `js:"id"`
	Run   float64 `js:"run"`
	Width float64 `js:"width"` // of the figures, CSS pixels
	Lang  string  `js:"lang"`  // of their words, see Figure
}

// Cut is one split as several trees make it; see chart.Cut.
type Cut struct {
	Text     string  `js:"text"` // "x3 <= .47", with its true sign
	Weight   float64 `js:"weight"`
	Explains float64 `js:"explains"`
	Whether  float64 `js:"whether"`
}

// FeatureUse is how much the trees use one feature; see chart.FeatureUse.
type FeatureUse struct {
	Name        string  `js:"name"`
	Probability float64 `js:"probability"`
	Error       float64 `js:"error"`
	Share       float64 `js:"share"`
	ShareError  float64 `js:"shareError"`
	Prior       float64 `js:"prior"` // of Share
}

// Surveyed answers Survey: three figures as SVG text and the numbers that sentences need. See posterior.Survey.
type Surveyed struct {
	V            int          `js:"v"`
	Kind         string       `js:"kind"`
	ID           int          `js:"id"`
	Run          int          `js:"run"`
	Features     string       `js:"features"`  // SVG
	Consensus    string       `js:"consensus"` // SVG
	Cuts         string       `js:"cuts"`      // SVG
	Disagreement float64      `js:"disagreement"`
	Trees        int          `js:"trees"`
	Covered      float64      `js:"covered"`
	Splits       []Cut        `js:"splits"`  // by weight, at most MaxTerms
	Sources      []Cut        `js:"sources"` // by their share of the disagreement, at most MaxTerms
	Uses         []FeatureUse `js:"uses"`    // all features, by probability
}

// Validate checks the run and the width.
func (m *Survey) Validate() error {
	return first(checkRequest(m.V, m.Kind, m.ID), checkRun(m.Kind, m.Run), checkRange("width", m.Width, 100, MaxWidth), checkLang(m.Lang))
}
