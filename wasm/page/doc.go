// Package page is the page's behavior: panels that show a run and controls that start one, all by the public JavaScript
// bridge.
//
// The page computes nothing. It asks the coordinator (through site/bridge.js) for numbers and finished SVG text at most
// ten times a second, and puts them into the skeleton of site/index.html. What needs no browser is in package logic.
package page
