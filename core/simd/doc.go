// Package simd writes machine code for one tree at a time: a small WebAssembly module with 128-bit vectors that
// evaluates the sums over rows of one topology's density, with no loop over nodes left in it. Topologies that are
// looked at for a few hundred parameters only, and predictions, share a module by the number of their splits: where the
// probabilities of a split go is data there (see any.go).
//
// A Kernel goes through two rows at a time, one in each lane of a vector; the i-th and the (i+1)-th row of every sum,
// i even, are added up in lanes of their own, which are added to each other at the end. Whoever adds in that order by
// the operations that are written down at the parts (see parts.go) has the same bits. Nothing is reassociated, no
// multiply-add is fused, and no relaxed instruction is used, so that they are the same on every machine.
package simd
