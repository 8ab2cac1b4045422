// This file reads and writes session files: a table, the choices, what a run on it found, and what the page showed.
//
// A file is "dcctree session 3" (4: what a fit found instead of a run) and a line break, the length of the head as
// decimal digits and a line break, the head as JSON, numbers of 8 bytes (little-endian, so that every bit stays), the
// bytes of the table and of the test table, and the FNV-1a hash of all that, 8 bytes big-endian. The head says what a
// person or another program may want to know, and holds the words that belong to the numbers.

package study

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"strconv"
	"strings"

	"dcctree/core/dcc"
	"dcctree/core/export"
	"dcctree/core/parcel"
	"dcctree/core/words"
)

// FileVersion is raised whenever older programs cannot read what newer ones write.
const FileVersion = 3

const magic = "dcctree session "

// MaxBytes is the size of the largest file.
const MaxBytes = 256 << 20

// mostPage bounds what the page keeps for itself, characters.
const mostPage = 1 << 16

// Session is all that a file holds.
type Session struct {
	Name    string // of the table
	Columns bool   // the table is columns as JSON, not text
	Table   []byte
	Test    []byte // nil where there is no test table
	TestCol bool   // the same of the test table
	Run     SavedRun
	Fit     *SavedFit // what a fit found, in place of the run; nil for a run
}

// SavedRun is what is packed into numbers and words.
type SavedRun struct {
	Open      SavedOpen    // how the table is read
	Create    SavedChoices // the choices
	Page      string       // what the page keeps for itself, JSON
	Seconds   float64      // spent sampling
	Steps     int
	Told      []SavedStep // the last steps
	Digest    string      // of the posterior; "" before the first step
	Recording dcc.Recording
	Estimates []Estimates // of a run in the paper's way
}

// SavedHead, which nothing reads, is that of the message in which the options came; files begin parts with it.
type SavedHead struct {
	V    float64
	Kind string
	ID   float64
}

func requestHead(kind string) SavedHead { return SavedHead{V: 1, Kind: kind, ID: 1} }

// SavedOpen says how the table is read.
type SavedOpen struct {
	Head SavedHead
	OpenOptions
}

// SavedChoices are those of the run.
type SavedChoices struct {
	Head SavedHead
	RunOptions
}

// SavedStep is a step as it was told, behind the head of its message.
type SavedStep struct {
	V       int
	Kind    string
	ID, Run int
	StepEvent
}

// StepWords are those of a step in the other languages, as words.Translations. A file has them in one word, in the
// order of the catalogues: that of version 0.1.0 the one other language that there was.
type StepWords map[string]string

// betweenWords divides the languages in a file.
const betweenWords = "\x1f"

// Written is what a file holds.
func (w StepWords) Written() any {
	var said []string
	for _, l := range words.Languages()[1:] {
		said = append(said, w[string(l)])
	}
	return strings.TrimRight(strings.Join(said, betweenWords), betweenWords)
}

// Reading takes over what a file holds; a language that it has no words in is left out.
func (w *StepWords) Reading() (into any, done func() error) {
	var said string
	return &said, func() error {
		*w = StepWords{}
		others := words.Languages()[1:]
		for i, text := range strings.Split(said, betweenWords) {
			if text != "" && i < len(others) {
				(*w)[string(others[i])] = text
			}
		}
		return nil
	}
}

func savedSteps(told []StepEvent) (out []SavedStep) {
	for _, s := range told {
		out = append(out, SavedStep{V: 1, Kind: "stepped", Run: 1, StepEvent: s})
	}
	return out
}

// Estimates are the log evidences of a topology as a run went on.
type Estimates struct {
	Topology string    // key
	At       []float64 // visits of the topology
	Log      []float64
	Error    []float64
}

// Places says where the tables are in a file, in bytes.
type Places struct{ TableAt, TableSize, TestAt, TestSize int }

// fileHead is the readable part.
type fileHead struct {
	Program     string    `json:"program"`
	Version     int       `json:"version"`
	Name        string    `json:"table"`
	Target      string    `json:"target"`
	Preset      string    `json:"preset"`
	Seed        string    `json:"seed"`
	Steps       int       `json:"steps"`
	Columns     bool      `json:"columns"`
	Numbers     int       `json:"numbers"`
	TableBytes  int       `json:"tableBytes"`
	Test        bool      `json:"test"`
	TestColumns bool      `json:"testColumns"`
	TestBytes   int       `json:"testBytes"`
	Words       []string  `json:"words"`
	Fit         *SavedFit `json:"fit,omitempty"`
}

// headOf is the head of a session, and the numbers that follow it.
func headOf(s *Session) (h fileHead, numbers []float64) {
	h = fileHead{Program: "dcctree", Version: FileVersion, Name: s.Name, Columns: s.Columns,
		TableBytes: len(s.Table), Test: s.Test != nil, TestColumns: s.TestCol, TestBytes: len(s.Test),
		Words: []string{}}
	if s.Fit != nil {
		h.Version, h.Fit = FitFileVersion, s.Fit
		h.Target, h.Seed = s.Fit.Options.Target, s.Fit.Options.Seed
		return h, nil
	}
	numbers, h.Words = parcel.Pack(&s.Run)
	h.Target, h.Preset, h.Seed, h.Steps = s.Run.Create.Target, s.Run.Create.Preset, s.Run.Create.Seed, s.Run.Steps
	h.Numbers = len(numbers)
	return h, numbers
}

// Encode writes a session.
func Encode(s *Session) ([]byte, error) {
	head, numbers := headOf(s)
	text, err := export.JSON(head)
	if err != nil {
		return nil, fmt.Errorf("the head of the session cannot be written: %w", err)
	}
	start := magic + strconv.Itoa(head.Version) + "\n" + strconv.Itoa(len(text)) + "\n"
	size := len(start) + len(text) + 8*len(numbers) + len(s.Table) + len(s.Test) + 8
	if size > MaxBytes {
		return nil, fileFault(s.Name, "session", "session.large", size>>20, MaxBytes>>20)
	}
	out := append(append(make([]byte, 0, size), start...), text...)
	for _, x := range numbers {
		out = binary.LittleEndian.AppendUint64(out, math.Float64bits(x))
	}
	out = append(append(out, s.Table...), s.Test...)
	return binary.BigEndian.AppendUint64(out, Checksum(out)), nil
}

// Checksum is the checksum that ends a file.
func Checksum(data []byte) uint64 {
	h := fnv.New64a()
	h.Write(data)
	return h.Sum64()
}

// IsSession reports whether data begin as a session file does.
func IsSession(data []byte) bool { return bytes.HasPrefix(data, []byte(magic)) }

// fileFault is what is wrong with the field of a file, by its key and values, and what to do.
func fileFault(file, field, key string, values ...any) *Fault {
	part := words.Of("session.field." + strings.ReplaceAll(field, " ", ""))
	return &Fault{Code: CodeSession, File: file, Field: field,
		Said: words.Of("session.fault", file, part, words.Of(key, values...))}
}

// Decode reads a session and says where its tables are. The error is a *Fault that names the field and says
// what to do; file is the file's name for it. Tables share memory with data.
func Decode(file string, data []byte) (*Session, Places, error) {
	h, at, err := readHead(file, data)
	if err != nil {
		return nil, Places{}, err
	}
	s := &Session{Name: h.Name, Columns: h.Columns, TestCol: h.TestColumns}
	numbers := make([]float64, h.Numbers)
	for i := range numbers {
		numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[at+8*i:]))
	}
	p := Places{TableAt: at + 8*h.Numbers, TableSize: h.TableBytes, TestSize: h.TestBytes}
	p.TestAt = p.TableAt + p.TableSize
	s.Table = data[p.TableAt:p.TestAt]
	if h.Test {
		s.Test = data[p.TestAt : p.TestAt+p.TestSize]
	}
	if s.Fit = h.Fit; s.Fit != nil {
		return s, p, s.Fit.check(file, h.Test)
	}
	if err := parcel.Unpack(numbers, h.Words, &s.Run); err != nil {
		return nil, Places{}, fileFault(file, "run", "session.inconsistent", err)
	}
	return s, p, s.check(file)
}

// readHead checks everything up to the numbers, and the sum over all; at is where the numbers begin.
func readHead(file string, data []byte) (h fileHead, at int, err error) {
	if !IsSession(data) {
		return h, 0, fileFault(file, "beginning", "session.nosession")
	}
	version, _, ok := bytes.Cut(data[len(magic):min(len(data), len(magic)+20)], []byte("\n"))
	n, err := strconv.Atoi(string(version))
	switch {
	case !ok || err != nil || string(version) != strconv.Itoa(n) || n < 1:
		return h, 0, fileFault(file, "version", "session.damaged")
	case n > FitFileVersion:
		return h, 0, fileFault(file, "version", "session.newer", n, FitFileVersion)
	case n < FileVersion:
		return h, 0, fileFault(file, "version", "session.older", n, FileVersion)
	}
	if len(data) > MaxBytes || len(data) < 8 ||
		binary.BigEndian.Uint64(data[len(data)-8:]) != Checksum(data[:len(data)-8]) {
		return h, 0, fileFault(file, "checksum", "session.damaged")
	}
	rest := data[len(magic)+len(version)+1 : len(data)-8]
	digits, _, ok := bytes.Cut(rest[:min(len(rest), 12)], []byte("\n"))
	length, err := strconv.Atoi(string(digits))
	body := rest[min(len(rest), len(digits)+1):]
	if !ok || err != nil || length < 2 || length > len(body) {
		return h, 0, fileFault(file, "head", "session.damaged")
	}
	if err := json.Unmarshal(body[:length], &h); err != nil || h.Program != "dcctree" ||
		h.Version != n || (h.Fit != nil) != (n == FitFileVersion) {
		return h, 0, fileFault(file, "head", "session.damaged")
	}
	left := len(body) - length
	if h.Numbers < 0 || h.TableBytes < 0 || h.TestBytes < 0 || h.Numbers > left/8 || h.TableBytes > left ||
		h.TestBytes > left || 8*h.Numbers+h.TableBytes+h.TestBytes != left || !h.Test && h.TestBytes > 0 {
		return h, 0, fileFault(file, "length", "session.damaged")
	}
	return h, len(data) - 8 - left, nil
}

// check judges what the run's own reading does not.
func (s *Session) check(file string) error {
	r := &s.Run
	if err := r.Open.Validate(); err != nil {
		return fileFault(file, "format", "session.unusable.copy", err)
	}
	if err := r.Create.Validate(); err != nil {
		return fileFault(file, "choices", "session.unusable.copy", err)
	}
	switch {
	case len(r.Page) > mostPage:
		return fileFault(file, "page", "session.long", len(r.Page), mostPage)
	case r.Create.Test != (s.Test != nil):
		return fileFault(file, "test table", "session.damaged")
	case r.Steps < 0 || len(r.Told) > r.Steps || !(r.Seconds >= 0 && r.Seconds < 1e9):
		return fileFault(file, "steps", "session.steps", r.Steps, len(r.Told), r.Seconds)
	}
	return nil
}
