// How far a measurement can be relied on.

package conquer

import "math"

// Trust says how far a log evidence can be relied on.
type Trust string

const (
	// Exact: nothing is estimated by draws.
	Exact Trust = "exact"
	// Reliable: k-hat is within its limit, or independent clouds of particles agree.
	Reliable Trust = "reliable"
	// Unreliable: k-hat is above its limit, or the clouds differ or are of too few families, or another estimate of
	// the same evidence is so much higher that this one lacks something.
	Unreliable Trust = "unreliable"
	// Unknown: there is nothing to judge by.
	Unknown Trust = "unknown"
)

// Reliable reports whether the evidence can be relied on.
func (t Trust) Reliable() bool { return t == Exact || t == Reliable }

// Valid reports whether t is one of the four.
func (t Trust) Valid() bool {
	return t.Reliable() || t == Unreliable || t == Unknown
}

// TrustOf judges importance weights by their k-hat: NaN where it is not known, -Inf where all that count are equal. It
// returns the k-hat to tell as well, NaN where there is none.
func TrustOf(kHat, limit float64) (Trust, float64) {
	switch {
	case math.IsNaN(kHat):
		return Unknown, kHat
	case math.IsInf(kHat, -1):
		return Reliable, math.NaN()
	case kHat <= limit:
		return Reliable, kHat
	}
	return Unreliable, kHat
}

// judged is a way whose fresh draws are judged by their weights.
func (found way) judged() way {
	found.trust, found.final.KHat = TrustOf(found.final.KHat, found.final.KHatLimit)
	if found.final.Exact {
		found.trust = Exact
	}
	return found
}
