// A choice between two values, as an expression.

package logic

// Either returns one of two values.
func Either[T any](is bool, yes, no T) T {
	if is {
		return yes
	}
	return no
}
