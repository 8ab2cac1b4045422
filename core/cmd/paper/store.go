// Results that are written as soon as they are there, a line each, so that what has been run once is not run again.

package main

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// line is a result and all that it depends on: a line of a file of results.
type line struct {
	Name   string          `json:"name"`
	About  json.RawMessage `json:"about"` // what the result follows from: results version, data, settings, seed
	Result json.RawMessage `json:"result"`
	Sum    string          `json:"sum"` // of about and result
	timing
	at string // file and line number, for errors
}

// timing is how long a result took, in seconds. It is no part of the result.
type timing struct {
	Seconds float64 `json:"seconds"`
	First   float64 `json:"firstSeconds,omitempty"` // before the audits
}

// newLine fails where a result is no finite number.
func newLine(name string, about, result any, took timing) (line, error) {
	text, err := json.Marshal(result)
	if err != nil {
		return line{}, fmt.Errorf("%s: a result is no finite number: %w", name, err)
	}
	l := line{Name: name, About: compact(about), Result: text, timing: took}
	l.Sum = l.checksum()
	return l, nil
}

// checksum returns 16 hexadecimal digits over the JSON of about and result.
func (l *line) checksum() string {
	return fmt.Sprintf("%x", sha256.Sum256(compact([]json.RawMessage{l.About, l.Result})))[:16]
}

// parseLine reads a line and holds it against its checksum. Errors begin with at.
func parseLine(at string, text []byte) (line, error) {
	l := line{at: at}
	if err := decode(text, &l); err != nil {
		return l, fmt.Errorf("%s: no whole JSON of a result: %w; delete it to run it again", at, err)
	}
	if l.Sum != l.checksum() {
		return l, fmt.Errorf("%s: sum is %q, the content gives %q: it was damaged or changed; delete it to "+
			"run it again",
			at, l.Sum, l.checksum())
	}
	return l, nil
}

// decode reads one JSON value with known fields alone.
func decode(text []byte, into any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return errors.New("there is more after it")
	}
	return nil
}

// compact returns the JSON of v. Values here are finite numbers and texts.
func compact(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("paper: a value that JSON cannot hold: " + err.Error())
	}
	return text
}

// store is a file of lines. The zero store has no file.
type store struct {
	path  string
	whole int64 // bytes of whole lines: a line cut off by the end of the program lies behind them
	lines []line
	at    map[string]int // index into lines by compact about
}

// openStore reads a file; one that is absent has no lines.
func openStore(path string) (*store, error) {
	s := &store{path: path, at: map[string]int{}}
	text, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	s.whole = int64(bytes.LastIndexByte(text, '\n') + 1)
	k := 0
	for text := range bytes.Lines(text[:s.whole]) {
		k++
		l, err := parseLine(fmt.Sprintf("%s line %d", path, k), text)
		if err != nil {
			return nil, err
		}
		s.put(l)
	}
	return s, nil
}

func (s *store) put(l line) {
	s.at[string(compact(l.About))] = len(s.lines)
	s.lines = append(s.lines, l)
}

// find returns the line about the same.
func (s *store) find(about any) (l line, ok bool) {
	k, ok := s.at[string(compact(about))]
	if !ok {
		return line{}, false
	}
	return s.lines[k], true
}

// add appends a line to the file.
func (s *store) add(l line) error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o755); err != nil {
		return err
	}
	f, err := os.OpenFile(s.path, os.O_WRONLY|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	text := append(compact(l), '\n')
	_, err = f.WriteAt(text, s.whole)
	if err == nil {
		err = f.Truncate(s.whole + int64(len(text)))
	}
	s.whole += int64(len(text))
	s.put(l)
	return errors.Join(err, f.Close())
}

// keeper is a folder of results, a file of each kind; "" keeps none.
type keeper struct {
	folder string
	only   bool // nothing is made that is not there
	stores map[string]*store
}

// newKeeper opens no file yet.
func newKeeper(folder string, only bool) keeper { return keeper{folder, only, map[string]*store{}} }

// store returns the file of a kind.
func (in keeper) store(kind string) (*store, error) {
	if s := in.stores[kind]; s != nil {
		return s, nil
	}
	s, err := openStore(filepath.Join(in.folder, kind+".jsonl"))
	if err == nil {
		in.stores[kind] = s
	}
	return s, err
}

// errAbsent is a result that is not there and is not to be made.
var errAbsent = errors.New("not run yet")

// absent says what is there of the name, if anything.
func (s *store) absent(name string, about any) error {
	for _, l := range slices.Backward(s.lines) {
		if l.Name == name {
			return fmt.Errorf("%s: %w: in %s, %s is asked for", name, errAbsent, l.at,
				difference("about", l.About, about))
		}
	}
	return fmt.Errorf("%s: %w", name, errAbsent)
}

// keep returns the result of a name and how long it took: the line of the kind's file that is about the same, or else
// what run returns, which is written at once. Run may say how long the time before the audits was, and how long what
// went on here took before.
func keep[T any](
	in keeper, kind, name string, about any, run func(*timing) (T, error),
) (result T, took timing, err error) {
	s := new(store)
	if in.folder != "" {
		if s, err = in.store(kind); err != nil {
			return result, took, err
		}
		if l, ok := s.find(about); ok {
			if err := decode(l.Result, &result); err != nil {
				return result, took, fmt.Errorf("%s: result: %w; delete the line to run it again", l.at,
					err)
			}
			return result, l.timing, nil
		}
	}
	if in.only {
		return result, took, s.absent(name, about)
	}
	start := time.Now()
	if result, err = run(&took); err != nil {
		return result, took, err
	}
	took.Seconds += time.Since(start).Seconds()
	l, err := newLine(name, about, result, took)
	if err != nil || in.folder == "" {
		return result, took, err
	}
	return result, took, s.add(l)
}

// merge writes the lines of files as one, by name, each result once: of two the faster. Two results of one run are an
// error.
func merge(out string, paths []string) error {
	all := &store{at: map[string]int{}}
	for _, path := range paths {
		if _, err := os.Stat(path); err != nil {
			return err
		}
		s, err := openStore(path)
		if err != nil {
			return err
		}
		for _, l := range s.lines {
			was, again := all.find(l.About)
			if !again {
				all.put(l)
				continue
			}
			if where := difference("result", l.Result, was.Result); where != "" {
				return fmt.Errorf("%s: %s in %s: two results of %s", l.at, where, was.at, l.Name)
			}
			if l.Seconds < was.Seconds {
				all.lines[all.at[string(compact(l.About))]] = l
			}
		}
	}
	slices.SortFunc(all.lines, func(a, b line) int {
		return cmp.Or(byName(a.Name, b.Name), bytes.Compare(compact(a.About), compact(b.About)))
	})
	return writeWhole(out, func(w io.Writer) error {
		for _, l := range all.lines {
			if _, err := w.Write(append(compact(l), '\n')); err != nil {
				return err
			}
		}
		return nil
	})
}

// byName compares names that end with a seed, as wu-9 and wu-10.
func byName(a, b string) int {
	i, j := strings.LastIndexByte(a, '-')+1, strings.LastIndexByte(b, '-')+1
	m, err := strconv.ParseUint(a[i:], 10, 64)
	n, err2 := strconv.ParseUint(b[j:], 10, 64)
	if err != nil || err2 != nil {
		return strings.Compare(a, b)
	}
	return cmp.Or(strings.Compare(a[:i], b[:j]), cmp.Compare(m, n))
}

// writeWhole writes a file by another name first, so that it is there only when it is whole.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has its name
	err = errors.Join(write(f), f.Chmod(0o644), f.Close())
	if err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
