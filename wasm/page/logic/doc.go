// Package logic is the part of the page that needs no browser, and is tested natively: what a person chose, as options,
// links and snippets; the states of a run; what an answer of the bridge says, in sentences, numbers and markup.
package logic
