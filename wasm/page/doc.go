// Package page is the page's behavior: panels that show a run and controls that start one, all by the public JavaScript
// bridge.
//
// The page computes nothing. It asks the coordinator (through site/bridge.js) for numbers and finished SVG text at most
// ten times a second, and puts them into the skeleton of site/index.html. Files without a build tag hold what needs no
// browser and is tested natively: the text table, number formatting, the run buttons, the verdicts, the settings table,
// links.
package page

// Version is the version of the page, as in CHANGELOG.md.
const Version = "0.1.0"
