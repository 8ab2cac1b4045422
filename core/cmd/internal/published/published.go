// Package published loads the paper's data sets with their published splits for the native commands.
package published

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dcctree/core/dataset"
	"dcctree/core/dcc"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// Set is one data set of the paper.
type Set struct {
	Name        string
	Train, Test *dataset.Frame
	Scaling     dataset.Scaling
	True        []topology.Topology               // topologies that generated the data; nil for real data
	Partition   func(row []float64) int           // the true leaf of a row; nil for real data
	Apply       func(s dcc.Settings) dcc.Settings // sets the published bandwidths
}

type description struct {
	file         string
	task         dataset.Task
	initial, fin float64 // h_init, h_final (paper, table hyperparams-dcc)
	trees        [][]int // leaves of the true trees
}

var sets = map[string]description{
	"wu":     {"wu", dataset.Regression, .5, .025, [][]int{{3, 4, 2}, {1, 5, 6}}},
	"cgm":    {"cgm", dataset.Regression, .01, .001, [][]int{{3, 9, 10, 5, 6}}},
	"iris":   {"iris", dataset.Classification, .01, .01, nil},
	"bcw":    {"breast-cancer-wisconsin", dataset.Classification, .1, .025, nil},
	"wine":   {"wine", dataset.Classification, .025, .025, nil},
	"raisin": {"raisin", dataset.Classification, .05, .001, nil},
}

// Names lists the sets in the paper's order.
func Names() []string { return []string{"wu", "cgm", "iris", "bcw", "wine", "raisin"} }

// Load reads NAME-train.csv and NAME-test.csv from dir.
func Load(dir, name string) (*Set, error) {
	d, ok := sets[name]
	if !ok {
		return nil, fmt.Errorf("there is no set %q; use one of %s", name, strings.Join(Names(), ", "))
	}
	train, err := readTable(filepath.Join(dir, d.file+"-train.csv"))
	if err != nil {
		return nil, err
	}
	test, err := readTable(filepath.Join(dir, d.file+"-test.csv"))
	if err != nil {
		return nil, err
	}
	s := &Set{Name: name, Partition: dataset.TruePartition(name)}
	if s.Train, err = train.Frame("y", nil, d.task); err != nil {
		return nil, err
	}
	if s.Test, err = test.Match(s.Train); err != nil {
		return nil, err
	}
	s.Scaling = dataset.FitScaling(s.Train)
	s.Apply = func(set dcc.Settings) dcc.Settings {
		set.BandwidthInitial, set.BandwidthFinal = d.initial, d.fin
		return set
	}
	for _, leaves := range d.trees {
		t, err := topology.FromLeaves(leaves)
		if err != nil {
			return nil, err
		}
		s.True = append(s.True, t)
	}
	return s, nil
}

func readTable(path string) (*dataset.Table, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w (give the folder of the paper's CSV files with -data)", err)
	}
	return dataset.ReadCSV(filepath.Base(path), text, dataset.ReadOptions{})
}

// TrainingData returns the scaled training rows, the response as it is, with these inputs; nil for all.
func (s *Set) TrainingData(columns []int) softtree.Data {
	f, x := s.Train, s.Scaling.Apply(s.Train)
	d := softtree.Data{N: f.N, D: f.D, X: x, Y: f.Y, Class: f.Class, Classes: len(f.Classes)}
	if columns == nil {
		return d
	}
	d.X, d.D = nil, len(columns)
	for _, c := range columns {
		d.X = append(d.X, x[c*f.N:(c+1)*f.N]...)
	}
	return d
}

// Generated tells whether t is one of the topologies that generated the data.
func (s *Set) Generated(t topology.Topology) bool { return slices.Contains(s.True, t) }
