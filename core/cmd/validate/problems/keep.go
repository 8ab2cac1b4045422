// References are dear: they can be kept in a file.

package problems

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"dcctree/core/cmd/validate/report"
	"dcctree/core/topology"
)

// Options of the checks.
type Options struct {
	From, Problems int       // numbers of the random problems: the first, and how many
	Seeds          int       // of each table of the check of the bound
	References     string    // file that keeps references; empty for none
	Runs           string    // file that keeps the runs of the check of the bound; empty for none
	Kept           bool      // only random problems that have references there, and none is made
	Lines          io.Writer // gets a line per run; nil for none
}

// DefaultOptions returns 200 problems from number 0 and 20 seeds.
func DefaultOptions() Options { return Options{Problems: 200, Seeds: 20} }

var speaking sync.Mutex

// say writes a line.
func (o Options) say(line string) {
	if o.Lines == nil {
		return
	}
	speaking.Lock()
	defer speaking.Unlock()
	fmt.Fprintln(o.Lines, line)
}

// Checks returns the checks of random problems and of the bound of what was not measured.
func Checks(o Options) []report.Check {
	return []report.Check{
		{Name: "random", Run: func() report.Section { return randomSection(o) }},
		{Name: "unmeasured", Run: func() report.Section { return unmeasuredSection(o) }},
	}
}

// store has what was made, by name, and makes what it lacks. Safe for concurrent use.
type store[T any] struct {
	mutex sync.Mutex
	file  string
	made  map[string]T
	// lacking stands for what is not kept; nil to make it.
	lacking func() T
}

// opened reads the file; one that is not there yet is empty.
func opened[T any](file string) (*store[T], error) {
	k := &store[T]{file: file, made: map[string]T{}}
	if file == "" {
		return k, nil
	}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &k.made); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return k, nil
}

// keeper has references.
type keeper struct{ *store[Reference] }

func open(file string) (*keeper, error) {
	s, err := opened[Reference](file)
	return &keeper{s}, err
}

// reference returns the reference of a topology of a random problem.
func (k *keeper) reference(p Problem, t topology.Topology) Reference {
	return k.of(randomName(p, t), func() Reference { return p.Reference(t) })
}

// higher makes the reference of a topology with more starts and keeps the higher of the old and the new one.
func (k *keeper) higher(p Problem, t topology.Topology, more []start) Reference {
	old := k.reference(p, t)
	again := k.of(randomName(p, t)+" from draws", func() Reference { return p.Reference(t, more...) })
	if again.LogZ > old.LogZ {
		return again
	}
	return old
}

func randomName(p Problem, t topology.Topology) string {
	return fmt.Sprintf("random %d %s", p.Number, t.Key())
}

// prefixed returns what is kept by names that begin so, by the rest of the name.
func (k *keeper) prefixed(prefix string) map[string]Reference {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	out := map[string]Reference{}
	for name, r := range k.made {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			out[rest] = r
		}
	}
	return out
}

// knows reports whether a reference is kept of a random problem; nil knows none.
func (k *keeper) knows(number int) bool {
	return k != nil && len(k.prefixed(fmt.Sprintf("random %d ", number))) > 0
}

// put keeps what was made.
func (k *store[T]) put(name string, r T) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.made[name] = r
}

// has reports whether something is kept by a name.
func (k *store[T]) has(name string) bool {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	_, ok := k.made[name]
	return ok
}

// of returns what is kept by a name, and makes it where there is nothing.
func (k *store[T]) of(name string, make func() T) T {
	k.mutex.Lock()
	r, ok := k.made[name]
	k.mutex.Unlock()
	if ok {
		return r
	}
	if k.lacking != nil {
		return k.lacking()
	}
	r = make()
	k.put(name, r)
	if err := k.save(); err != nil {
		fmt.Fprintln(os.Stderr, "validate:", err)
	}
	return r
}

// save writes the file.
func (k *store[T]) save() error {
	if k.file == "" {
		return nil
	}
	k.mutex.Lock()
	defer k.mutex.Unlock()
	text, err := json.MarshalIndent(k.made, "", " ")
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(k.file), 0o755); err != nil {
		return err
	}
	return os.WriteFile(k.file, text, 0o644)
}
