// This file holds the count of what a first visit transfers.

package serve

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
)

// VisitLimit is the most that a first visit may transfer, in bytes of brotli as served: what the laboratory takes as a
// whole, with the panels that a first visit does not open.
//
// What is wanted is 1,750,000: all trees at once brought 136 KB (core/alltrees, core/fit and what serves them 110,
// their panel 26), the price of a readable tree and its rules 20, its sessions, its report and further rows 20, row
// weights and noise per leaf 14, heavy tails 5, what is learned of classes, the size of trees and the scale of roots 9,
// its drawn trees as a file and what if some 20, answers in every language 3, its prior's numbers 8, what its trees
// have in common 7, first trees and verdicts in half the time 6, what is found and said of odd files 15, errors of
// first splits and inputs, ticked boxes and rivals in words 2, how few trees begin as the one to read 2, encoding/json
// in place of a reader of our own 42, fits, tables and rules at the edges of what tables hold 7, and 57 were saved
// elsewhere. How well the program is compressed varies with its layout: texts that were 600 bytes shorter once made it
// 11 KB larger, and a program 2 KB smaller 10 KB.
const VisitLimit = 2_024_000

// reference finds the relative names of files that a page loads by itself.
var reference = regexp.MustCompile(`[A-Za-z0-9_./-]+\.(?:js|css|wasm|svg|png|ico|json|csv|webmanifest)\b`)

// FirstVisit lists, sorted, the files that opening the page loads: index.html and what it names, transitively, the data
// sets among them (the page fetches all at once, so that it can be cut off from the network afterwards). Every mention
// of a file of the site counts, even in a comment, so it lists too many rather than too few.
func FirstVisit(s *Site) ([]string, error) {
	return reachable(s, []string{indexName})
}

// reachable lists, sorted, the files of the queue and what they name, transitively.
func reachable(s *Site, queue []string) ([]string, error) {
	seen := map[string]bool{}
	for len(queue) > 0 {
		name := queue[0]
		queue = queue[1:]
		if seen[name] {
			continue
		}
		f, err := s.open(name)
		if err != nil {
			return nil, fmt.Errorf("%s is needed: %w", name, err)
		}
		seen[name] = true
		named, err := f.names(s)
		if err != nil {
			return nil, err
		}
		queue = append(queue, named...)
	}
	return slices.Sorted(maps.Keys(seen)), nil
}

// names lists the files of the site that the text of a page, style sheet or script names. The service worker fetches
// what the page does.
func (f *File) names(s *Site) ([]string, error) {
	if f.Name == keeperName || !slices.Contains([]string{".html", ".css", ".js", ".webmanifest"},
		path.Ext(f.Name)) {
		return nil, nil
	}
	var found []string
	for _, mention := range reference.FindAllString(string(f.Body), -1) {
		name := path.Join(path.Dir(f.Name), mention)
		if name == embedName { // another page
			continue
		}
		_, err := s.open(name)
		if err == nil {
			found = append(found, name)
		} else if !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
	return found, nil
}

// VisitSize is the number of bytes that the named files take as served to a browser that accepts brotli, without
// headers.
func VisitSize(s *Site, names []string) (int, error) {
	total := 0
	for _, name := range names {
		f, err := s.Open(name)
		if err != nil {
			return 0, fmt.Errorf("cannot read %s: %w", name, err)
		}
		data, _, err := f.Encoded(Brotli)
		if err != nil {
			return 0, err
		}
		total += len(data)
	}
	return total, nil
}
