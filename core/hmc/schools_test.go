// The example's model by quadrature.

package hmc_test

import (
	"fmt"
	"math"
	"testing"

	"dcctree/core/numeric"
)

// TestSchoolsByQuadrature: given tau, y_i ~ N(mu, sigma_i^2 + tau^2), so evidence and means of mu and tau are sums over
// a plane.
func TestSchoolsByQuadrature(t *testing.T) {
	var logs, mus, taus []float64
	const step = .01 // of log tau; mu in steps of .1
	for logTau := -9.; logTau < 6; logTau += step {
		tau := math.Exp(logTau)
		for mu := -30.; mu < 40; mu += .1 {
			log := numeric.LogNormalPDF(mu, 0, 5) + math.Log(2/(math.Pi*5*(1+tau*tau/25))) + logTau +
				math.Log(step*.1)
			for i, y := range eight.y {
				log += numeric.LogNormalPDF(y, mu, math.Hypot(eight.sigma[i], tau))
			}
			logs, mus, taus = append(logs, log), append(mus, mu), append(taus, tau)
		}
	}
	total := numeric.LogSumExp(logs)
	var mu, tau float64
	for k, log := range logs {
		mu, tau = mu+mus[k]*math.Exp(log-total), tau+taus[k]*math.Exp(log-total)
	}
	// What the examples print, to the digits that they and the page name.
	if got := fmt.Sprintf("%.2f %.1f %.1f", total, mu, tau); got != "-31.31 4.4 3.6" {
		t.Errorf("log evidence, means of mu and tau by quadrature: %s", got)
	}
}
