// This file carries jobs and results as numbers and words.

package protocol

import (
	"dcctree/core/parcel"
	"dcctree/core/study"
)

// Pack is parcel.Pack.
func Pack(v any) (numbers []float64, words []string) { return parcel.Pack(v) }

// Unpack is parcel.Unpack; its error is a Fault.
func Unpack(numbers []float64, words []string, into any) error {
	if err := parcel.Unpack(numbers, words, into); err != nil {
		return &study.Fault{Code: study.CodeMessage, Message: err.Error()}
	}
	return nil
}
