// Package hmc samples an unconstrained density with Hamiltonian Monte Carlo: the No-U-Turn sampler
// (Hoffman and Gelman 2014) with multinomial sampling along each trajectory (Betancourt 2017), the
// warm-up of Stan (dual averaging, windowed metric) and chains that can be stopped, stored as plain
// numbers and continued bit for bit.
//
// The target is a log density in an unconstrained space: any Jacobian of a change of variables is
// part of it. Energies are H(x,p) = -log density(x) + p' M^-1 p / 2 with M^-1 the metric.
package hmc

// LogDensity is a target: a log density, up to a constant, on the unconstrained R^Dim.
type LogDensity interface {
	// Dim returns the number of coordinates; 0 is a single point.
	Dim() int
	// Gradient returns the log density at x and writes its gradient to grad; both have Dim elements.
	// A value that is not finite makes the trajectory divergent at x. grad must be a function of x
	// alone, and x must not be changed or kept.
	Gradient(grad, x []float64) float64
}

// Annealer is implemented by a target that can be annealed during the warm-up: the paper moves the
// bandwidth h of the soft splits from h_init to h_final. See Schedule.
type Annealer interface {
	// SetBandwidth makes the following calls of Gradient use the bandwidth h > 0.
	SetBandwidth(h float64)
}

// Info says what one transition did.
type Info struct {
	LogDensity float64 // at the new position
	AcceptStat float64 // mean Metropolis probability over the trajectory, 0 to 1
	Energy     float64 // H at the new position with the momentum that led there (for BFMI)
	StepSize   float64 // step size of this transition
	Doublings  int     // completed doublings of the trajectory
	Leapfrogs  int     // leapfrog steps of the trajectory
	Gradients  int     // calls of Gradient: the leapfrogs, and those of adaptation in the warm-up
	Divergent  bool    // the energy error exceeded Settings.MaxEnergyError or was not a number
	// MaxDoublings tells that the trajectory was cut at Settings.MaxDoublings before it turned.
	MaxDoublings bool
	// AdaptationFailed tells that at the end of a warm-up window the covariance was not positive
	// definite or no step size was acceptable; the former metric or the last step size tried stays.
	AdaptationFailed bool
}
