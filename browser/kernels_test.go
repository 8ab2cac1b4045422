// This file has the tests of wasm/kernels run in the browser itself: kernels and the plain reference give the same bits
// there.

//go:build browser

package browser

import (
	"regexp"
	"strconv"
	"testing"
	"time"
)

// leastAgreeing is how many cases of topology, parameters and rows must have been compared.
const leastAgreeing = 2000

var agreeing = regexp.MustCompile(`([0-9]+) of \(topology, parameters, rows\) agree in all functions`)

// Must show of the fourth issue: bit for bit the same in Chromium, on at least 2,000 cases.
func TestKernelsAgreeInTheBrowser(t *testing.T) {
	out := runTests(t, "./wasm/kernels", 15*time.Minute, "-test.v", "-test.short", "-test.timeout=0")
	said := agreeing.FindStringSubmatch(out)
	if said == nil || !regexp.MustCompile(`(?m)^PASS$`).MatchString(out) {
		t.Fatalf("the tests do not say that kernels and reference agree:\n%s", out)
	}
	n, err := strconv.Atoi(said[1])
	if err != nil || n < leastAgreeing {
		t.Errorf("%s cases agree, want %d", said[1], leastAgreeing)
	}
	t.Logf("%d cases of topology, parameters and rows give the same bits in this browser", n)
}
