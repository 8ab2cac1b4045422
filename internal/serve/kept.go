// This file holds the list of files that the service worker keeps for use without a network.

package serve

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// keeperName is the service worker's file.
const keeperName = "sw.js"

// The lines of the service worker that are filled in.
const (
	emptyFiles   = "const FILES = {};"
	emptyVersion = `const VERSION = "";`
)

// fill returns the service worker with the checksum of every file that a visit loads, itself apart. Browsers compare
// its bytes with those they have, so a change of any file makes them fetch the new version.
func (s *Site) fill(keeper *File) (*File, error) {
	names, err := FirstVisit(s)
	if err != nil {
		return nil, err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return name == keeperName })
	sums := map[string]string{}
	for _, name := range names {
		f, err := s.open(name)
		if err != nil {
			return nil, err
		}
		sums[name] = f.sum
	}
	list, err := json.Marshal(sums) // sorted by name
	if err != nil {
		return nil, err
	}
	text := string(keeper.Body)
	for _, empty := range []string{emptyFiles, emptyVersion} {
		if strings.Count(text, empty) != 1 {
			return nil, fmt.Errorf("%s lacks the line %s, where the list of files belongs", keeperName,
				empty)
		}
	}
	text = strings.Replace(text, emptyFiles, "const FILES = "+string(list)+";", 1)
	text = strings.Replace(text, emptyVersion, fmt.Sprintf("const VERSION = %q;", Checksum(list)), 1)
	return newFile(keeperName, []byte(text), time.Time{}), nil
}
