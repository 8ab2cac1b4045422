// Whether chains that cannot mix raise the diagnostics, and chains that do leave them quiet.

package nuts

import (
	"cmp"
	"fmt"
	"runtime"
	"slices"

	"dcctree/core/cmd/internal/parallel"
	"dcctree/core/cmd/validate/report"
	"dcctree/core/diagnostics"
	"dcctree/core/hmc"
	"dcctree/core/random"
)

// alarm is what the diagnostics say of the first coordinate.
type alarm struct{ rHat, bulk, tail float64 }

// raised reports R-hat above 1.01, or an effective number below 100 per chain (Vehtari et al. 2021,
// section 4). What cannot be judged is an alarm too.
func (a alarm) raised(chains int) bool {
	return !(a.rHat <= 1.01 && a.bulk >= float64(100*chains) && a.tail >= float64(100*chains))
}

// alarmOf runs chains of 300 warm-up steps and the given number of draws from random starts.
func alarmOf(target hmc.LogDensity, seed uint64, chains, draws int) alarm {
	s := hmc.DefaultSettings()
	s.Warmup = 300
	var x [][]float64
	for c := range chains {
		rng := random.Stream(seed, "alarm", fmt.Sprint(c))
		chain, err := hmc.NewChain(target, s, hmc.State{}, rng)
		if err != nil {
			panic("nuts: no start: " + err.Error())
		}
		for chain.Warming() {
			chain.Warmup(rng)
		}
		line := make([]float64, draws)
		for i := range line {
			chain.Sample(rng)
			line[i] = chain.Position()[0]
		}
		x = append(x, line)
	}
	return alarm{diagnostics.RHat(x), diagnostics.ESSBulk(x), diagnostics.ESSTail(x)}
}

const (
	// alarmChains is so large that random starts all fall to one of two equal modes, where nothing could
	// be seen, with probability 2^-15; of four chains they do so one time in eight.
	alarmChains = 16
	alarmDraws  = 500
)

// mixing counts over seeds how often the alarm is raised on two far modes and on one.
func mixing(seeds int) []report.Row {
	two, one := make([]alarm, seeds), make([]alarm, seeds)
	parallel.Started(seeds, runtime.GOMAXPROCS(0), func() func(int) {
		return func(seed int) {
			two[seed] = alarmOf(modes(2, 8), uint64(seed), alarmChains, alarmDraws)
			one[seed] = alarmOf(modes(2, 0), uint64(seed), alarmChains, alarmDraws)
		}
	})
	byRHat := func(a, b alarm) int { return cmp.Compare(a.rHat, b.rHat) }
	least, most := slices.MinFunc(two, byRHat), slices.MaxFunc(one, byRHat)
	far, near := raised(two), raised(one)
	return []report.Row{
		{Check: "two modes 23 standard deviations apart: alarms",
			Figure: fmt.Sprintf("%d of %d (least R-hat %.2f, with bulk ESS %.0f)", far, seeds, least.rHat,
				least.bulk), Bound: fmt.Sprintf("%d of %d", seeds, seeds), Holds: far == seeds},
		{Check: "one mode: false alarms",
			Figure: fmt.Sprintf("%d of %d (largest R-hat %.4f, with bulk ESS %.0f)", near, seeds, most.rHat,
				most.bulk),
			Bound: fmt.Sprintf("<= %d", seeds/20), Holds: near <= seeds/20},
	}
}

func raised(all []alarm) (count int) {
	for _, a := range all {
		if a.raised(alarmChains) {
			count++
		}
	}
	return count
}
