// What hard trees need to know of the response: one interface, and a file for each that implements it.

package hardtree

// response is a kind of response: numbers.go and classes.go have one each. Values are stateless. How a row changes its
// leaf is no part of it, since every row of every search asks for that: see searcher.drop.
type response interface {
	// prepare makes ready what all searches on an index share.
	prepare(x *Index)
	// segment returns an empty segment of rows.
	segment(x *Index) segment
	// begin makes ready what a search needs for so many nodes.
	begin(s *searcher, nodes int)
	// settle puts the noise scale, if there is one, at its posterior mode given the current partition.
	settle(s *searcher)
	// shrink takes the noise scale, if there is one, below its mode for an annealed sweep.
	shrink(s *searcher)
	// measure adds the leaves to the score of the current partition, and says what they are.
	measure(s *searcher, out *Solution)
}

// segment sums up rows.
type segment interface {
	add(rows []int32)
	value() float64 // the larger the better
}

// responseOf returns the kind of the index's responses.
func (x *Index) responseOf() response {
	if x.data.Regression() {
		return numbers{}
	}
	return classes{}
}
