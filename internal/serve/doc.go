// Package serve builds, serves and publishes the site: the page, its WebAssembly binary and the data sets that it
// ships.
//
// The same list of files (Site) is either served by Handler, with the privacy policy as a header on every response, or
// written by Publish as a folder for any static host, where the policy stands in the page itself.
package serve
