// Results that are written as soon as they are there, so that what has been run once is not run again.

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// keptFormat names the layout of the files of a folder of results; a change of it takes another number.
const keptFormat = "dcctree kept 1"

// kept is a file: a result and all that it depends on.
type kept[T any] struct {
	Format  string          `json:"format"`
	About   json.RawMessage `json:"about"` // what the result follows from: results version, data, settings, seed
	Result  T               `json:"result"`
	Sum     string          `json:"sum"`     // of about and result
	Seconds float64         `json:"seconds"` // that it took; no part of the result
}

func (k *kept[T]) sum() string {
	return checksum([]any{json.RawMessage(compact(k.About)), k.Result})
}

// keeper is a folder of results; "" keeps none.
type keeper struct {
	folder string
	only   bool // nothing is made that is not there
}

// errAbsent tells of a result that is not there and is not to be made.
var errAbsent = errors.New("not run yet")

// keep returns the result of a name and the seconds that it took: the one in the folder if it is about the same, else
// what run returns, which is written at once. A file that is damaged is an error that names it.
func keep[T any](in keeper, name string, about any, run func() (T, error)) (result T, seconds float64, err error) {
	return keepCut(in, name, about, func() (T, float64, error) {
		result, err := run()
		return result, 0, err
	})
}

// keepCut is keep for a run that may be the rest of one that was cut; run returns also the seconds that went before.
func keepCut[T any](in keeper, name string, about any, run func() (T, float64, error)) (result T, seconds float64, err error) {
	path := filepath.Join(in.folder, name+".json")
	if in.folder != "" {
		found, err := readKept[T](path)
		if err != nil {
			return result, 0, err
		}
		if found != nil && bytes.Equal(compact(found.About), compact(about)) {
			return found.Result, found.Seconds, nil
		}
	}
	if in.only {
		return result, 0, errAbsent
	}
	start := time.Now()
	result, before, err := run()
	if err != nil {
		return result, 0, err
	}
	k := kept[T]{Format: keptFormat, About: compact(about), Result: result, Seconds: before + time.Since(start).Seconds()}
	if _, err := json.Marshal(result); err != nil {
		return result, 0, fmt.Errorf("%s: a result is no finite number: %w", name, err)
	}
	k.Sum = k.sum()
	if in.folder == "" {
		return result, k.Seconds, nil
	}
	return result, k.Seconds, k.write(path)
}

// readKept reads a file; nil where there is none.
func readKept[T any](path string) (*kept[T], error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return parseKept[T](path, text)
}

// parseKept reads the text of a file and holds it against its checksum. Errors name the file.
func parseKept[T any](path string, text []byte) (*kept[T], error) {
	k := new(kept[T])
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(k); err != nil {
		return nil, fmt.Errorf("%s: no whole JSON of a result: %s%w; delete the file to run it again", path, offset(err), err)
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: there is more after the JSON of the result; delete the file to run it again", path)
	}
	switch {
	case k.Format != keptFormat:
		return nil, fmt.Errorf("%s: format is %q; this program reads %q: delete the file to run it again", path, k.Format, keptFormat)
	case k.Sum != k.sum():
		return nil, fmt.Errorf("%s: sum is %q, the content gives %q: the file was damaged or changed; delete it to run it again", path, k.Sum, k.sum())
	}
	return k, nil
}

// write writes the file, which is there only when it is whole.
func (k *kept[T]) write(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return writeWhole(path, func(w io.Writer) error {
		enc := json.NewEncoder(w)
		enc.SetIndent("", " ")
		return enc.Encode(k)
	})
}

// writeWhole writes a file by another name first.
func writeWhole(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.part")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails once it has its name
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := os.Chmod(f.Name(), 0o644); err != nil {
		return err
	}
	return os.Rename(f.Name(), path)
}
