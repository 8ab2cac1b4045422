// This file tests that the data sets of the assets folder are what its catalogue says.

package dataset

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "write the generated tables of assets anew")

var assets = filepath.Join("..", "..", "assets")

func readFile(t *testing.T, path string) *Table {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	table, err := ReadCSV(filepath.Base(path), data, ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// published returns one of the tables of the paper's authors, which are kept beside the repository.
func published(t *testing.T, name string) *Table {
	t.Helper()
	path := filepath.Join("..", "..", "..", "shared", "data", "paper", name+".csv")
	if _, err := os.Stat(path); os.IsNotExist(err) {
		t.Skip("the authors' published tables are not beside this repository")
	}
	return readFile(t, path)
}

func TestGeneratedAssets(t *testing.T) {
	for _, name := range []string{"wu-train", "wu-test", "cgm-train", "cgm-test"} {
		path := filepath.Join(assets, name+".csv")
		table := Generated(name)
		want := table.AppendCSV(nil, table.Format)
		if *update {
			if err := os.WriteFile(path, want, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		got, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what its generator writes", name)
		}
	}
	for _, name := range []string{"wu", "wu-", "iris", "cgm-other"} {
		if Generated(name) != nil {
			t.Errorf("%q is generated", name)
		}
	}
}

// catalogue is assets.json.
type catalogue struct {
	Sets []struct {
		ID, Title, Description, Target, Task string
		Source, Licence, Citation, DOI       string
		Files                                []struct {
			Name, Role, SHA256 string
			Rows               int
		}
		Columns    []struct{ Name, Description string }
		TrainShare float64
		Paper      struct {
			HInit, HFinal float64
			WarmUp        int
		}
	}
}

func TestAssets(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(assets, "assets.json"))
	if err != nil {
		t.Fatal(err)
	}
	var c catalogue
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&c); err != nil {
		t.Fatal(err)
	}
	described := []string{"README.md", "assets.json", "icon.svg"}
	for _, set := range c.Sets {
		task, err := ParseTask(set.Task)
		if err != nil {
			t.Errorf("%s: %v", set.ID, err)
		}
		for _, text := range []string{set.Title, set.Description, set.Source, set.Licence, set.Citation} {
			if text == "" {
				t.Errorf("%s: title, description, source, licence or citation is empty", set.ID)
			}
		}
		if !(set.Paper.HInit >= set.Paper.HFinal && set.Paper.HFinal > 0 && set.Paper.WarmUp >= 1000) {
			t.Errorf("%s: the paper's settings are %+v", set.ID, set.Paper)
		}
		for _, file := range set.Files {
			described = append(described, file.Name)
			content, err := os.ReadFile(filepath.Join(assets, file.Name))
			if err != nil {
				t.Fatal(err)
			}
			if sum := sha256.Sum256(content); hex.EncodeToString(sum[:]) != file.SHA256 {
				t.Errorf("%s: sha256 %x", file.Name, sum)
			}
			table := readFile(t, filepath.Join(assets, file.Name))
			var want []string
			for _, column := range set.Columns {
				want = append(want, column.Name)
				if column.Description == "" {
					t.Errorf("%s: column %s is not described", set.ID, column.Name)
				}
			}
			if table.Rows != file.Rows || !slices.Equal(names(table), want) {
				t.Errorf("%s: %d rows of %q, described are %d of %q", file.Name, table.Rows,
					names(table), file.Rows, want)
			}
			if table.SuggestTarget() != set.Target || table.SuggestTask(set.Target) != task {
				t.Errorf("%s: suggested are %s and %v", file.Name, table.SuggestTarget(),
					table.SuggestTask(set.Target))
			}
			if f, err := table.Frame(set.Target, nil, task); err != nil || f.D != len(want)-1 {
				t.Errorf("%s: %v", file.Name, err)
			}
		}
	}
	entries, err := os.ReadDir(assets)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !slices.Contains(described, e.Name()) {
			t.Errorf("assets.json does not describe %s", e.Name())
		}
	}
}
