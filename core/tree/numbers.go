// A tree as a row of numbers, for what crosses to another goroutine's memory or into a file.

package tree

import (
	"errors"
	"math"
)

// kind is the number by which a rule or an answer is written. Numbers that were given stay.
type kind int

const (
	normal kind = iota
	classes
	threshold
	blend
	formula
	part
	sided
	gradual
)

// rules and answers read what each kind wrote. They are read-only.
var (
	rules = map[kind]func([]float64) (Rule, bool){
		threshold: readThreshold, blend: readBlend, formula: readFormula, part: readPart,
		sided: readSided, gradual: readGradual,
	}
	answers = map[kind]func([]float64) (Answer, bool){normal: readNormal, classes: readClasses}
)

// Written returns the tree as parcel.Pack writes it, in numbers: of each node its kind, how many numbers it takes, and
// these.
func (t Tree) Written() any {
	var out []float64
	for k := range t.Nodes {
		n := &t.Nodes[k]
		var of interface {
			kind() kind
			numbers() []float64
		} = n.Answer
		if !n.Leaf() {
			of = n.Rule
		}
		numbers := of.numbers()
		out = append(append(out, float64(of.kind()), float64(len(numbers))), numbers...)
	}
	return out
}

// Reading returns what parcel.Unpack reads into, and takes it over when that is done.
func (t *Tree) Reading() (into any, done func() error) {
	var from []float64
	return &from, func() error {
		r := reader{rest: from}
		if len(from) > 0 && !r.node() || len(r.rest) > 0 {
			return errors.New("a drawn tree whose numbers do not fit its nodes")
		}
		t.Nodes = r.nodes
		return nil
	}
}

type reader struct {
	rest  []float64
	nodes []Node
}

// node reads a node and those below it.
func (r *reader) node() bool {
	if len(r.rest) < 2 || !index(r.rest[0]) || !index(r.rest[1]) || int(r.rest[1]) > len(r.rest)-2 {
		return false
	}
	k, end := kind(r.rest[0]), 2+int(r.rest[1])
	own := r.rest[2:end:end]
	r.rest = r.rest[end:]
	at := len(r.nodes)
	r.nodes = append(r.nodes, Node{})
	if read := answers[k]; read != nil {
		answer, ok := read(own)
		r.nodes[at].Answer = answer
		return ok
	}
	read := rules[k]
	if read == nil {
		return false
	}
	rule, ok := read(own)
	if !ok || !r.node() {
		return false
	}
	r.nodes[at].Rule, r.nodes[at].Right = rule, len(r.nodes)
	return r.node()
}

// index reports whether a number is one that an index can be.
func index(v float64) bool { return v >= 0 && v < 1<<31 && v == math.Trunc(v) }
