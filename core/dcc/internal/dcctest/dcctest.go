// Package dcctest has what tests of core/dcc and of the rooms below it share.
package dcctest

import (
	"math"
	"reflect"

	"dcctree/core/random"
	"dcctree/core/softtree"
	"dcctree/core/topology"
)

// StepData is a response that jumps at x = .5: 60 rows, one feature.
func StepData() softtree.Data {
	rng := random.Stream(1, "step data")
	d := softtree.Data{N: 60, D: 1}
	for range d.N {
		x := rng.Float64()
		y := -1 + .2*rng.NormFloat64()
		if x > .5 {
			y += 2
		}
		d.X = append(d.X, x)
		d.Y = append(d.Y, y)
	}
	return d
}

// ClassData is 30 rows of three classes in bands of one of two inputs, with sizes 17, 9 and 4.
func ClassData() softtree.Data {
	d := softtree.Data{N: 30, D: 2, Classes: 3}
	for f := range 2 {
		for i := range 30 {
			d.X = append(d.X, float64((i*(f+1)*7)%30)/29)
		}
	}
	for i := range 30 {
		switch x := d.X[i]; {
		case x < .56:
			d.Class = append(d.Class, 0)
		case x < .86:
			d.Class = append(d.Class, 1)
		default:
			d.Class = append(d.Class, 2)
		}
	}
	return d
}

// EqualBits compares deeply, NaN equal to NaN.
func EqualBits(a, b any) bool {
	return reflect.DeepEqual(withoutNaN(reflect.ValueOf(a)), withoutNaN(reflect.ValueOf(b)))
}

// withoutNaN turns values into nested slices in which floats are their bits.
func withoutNaN(v reflect.Value) any {
	switch v.Kind() {
	case reflect.Float64:
		return math.Float64bits(v.Float())
	case reflect.Slice:
		var out []any
		for i := range v.Len() {
			out = append(out, withoutNaN(v.Index(i)))
		}
		return out
	case reflect.Struct:
		if t, ok := v.Interface().(topology.Topology); ok {
			return t.Key()
		}
		var out []any
		for i := range v.NumField() {
			out = append(out, withoutNaN(v.Field(i)))
		}
		return out
	case reflect.Pointer:
		if v.IsNil() {
			return nil
		}
		return withoutNaN(v.Elem())
	}
	return v.Interface()
}
