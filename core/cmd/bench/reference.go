// What rstan found on the same posteriors, kept beside the program.

package main

import (
	_ "embed"
	"encoding/json"
	"math"
)

// referenceJSON is written by rstan/reference.R.
//
//go:embed rstan/reference.json
var referenceJSON []byte

// reference is what rstan found on one posterior: figures by seed, means over all seeds.
type reference struct {
	Name           string    `json:"name"`
	Chains         int       `json:"chains"`
	Draws          int       `json:"draws"` // of each chain
	Leapfrogs      []int     `json:"leapfrogs"`
	Efficiency     []float64 `json:"efficiency"` // least bulk size of a parameter per 10^4 leapfrogs
	WithLogDensity []float64 `json:"withLogDensity"`
	Parameters     []string  `json:"parameters"`
	Mean           []float64 `json:"mean"`
	MCSE           []float64 `json:"mcse"`
}

// references returns all of them. The file is part of the program, so that a bad one is a mistake in it.
func references() []reference {
	var all []reference
	if err := json.Unmarshal(referenceJSON, &all); err != nil {
		panic("bench: the reference file is not what it should be: " + err.Error())
	}
	return all
}

// findReference returns nil where there is none.
func findReference(name string) *reference {
	for _, r := range references() {
		if r.Name == name {
			return &r
		}
	}
	return nil
}

// compare returns how many means both have, and the largest distance of two means in standard errors of
// their difference. A distance that is not a number is infinite.
func (r *reference) compare(ours []parameter) (compared int, farthest float64, name string) {
	for i, n := range r.Parameters {
		for _, p := range ours {
			if p.name != n {
				continue
			}
			compared++
			z := math.Abs(p.mean-r.Mean[i]) / math.Sqrt(p.mcse*p.mcse+r.MCSE[i]*r.MCSE[i])
			if math.IsNaN(z) {
				z = math.Inf(1)
			}
			if name == "" || z > farthest {
				farthest, name = z, n
			}
		}
	}
	return compared, farthest, name
}
