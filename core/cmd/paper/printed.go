// What the paper prints in its two tables.

package main

import "dcctree/core/paper"

// printedMethod is a column of the paper's tables: for each set its train and test value, mean (sd over 10 runs).
type printedMethod struct {
	name   string
	values map[string][2]string // set: train, test
}

// printed are the columns of the paper's tables "Testing and training MSE for various methods" (CGM, WU) and
// "Comparison of metrics for various methods for different real-world datasets" (accuracies).
var printed = []printedMethod{
	{"Chipman, George, McCulloch (1998)", map[string][2]string{
		"cgm": {"0.043 (1.9e-4)", "0.064 (0.014)"}, "wu": {"0.059 (2.3e-4)", "0.112 (0.034)"},
		"bcw": {"0.983 (0.004)", "0.939 (0.014)"}, "iris": {"0.985 (0.007)", "0.908 (0.022)"},
		"wine": {"0.957 (0.016)", "0.916 (0.046)"}, "raisin": {"0.864 (0.007)", "0.843 (0.010)"},
	}},
	{"SMC", map[string][2]string{
		"bcw": {"0.987 (0.004)", "0.924 (0.010)"}, "iris": {"0.981 (0.004)", "0.909 (0.022)"},
		"wine": {"0.985 (0.011)", "0.978 (0.022)"}, "raisin": {"0.863 (0.004)", "0.842 (0.010)"},
	}},
	{"Wu, Tjelmeland, West (2007)", map[string][2]string{
		"cgm": {"0.042 (5.8e-5)", "0.062 (0.001)"}, "wu": {"0.054 (1.4e-3)", "0.073 (0.038)"},
		"bcw": {"0.978 (0.005)", "0.922 (0.017)"}, "raisin": {"0.862 (0.007)", "0.843 (0.012)"},
	}},
	{"HMC-DF", map[string][2]string{
		"cgm": {"0.043 (2.0e-4)", "0.041 (4.6e-4)"}, "wu": {"0.060 (7.4e-4)", "0.059 (2.1e-3)"},
		"bcw": {"0.973 (0.005)", "0.940 (0.010)"}, "iris": {"0.977 (0.010)", "0.906 (0.026)"},
		"wine": {"0.949 (0.021)", "0.950 (0.039)"}, "raisin": {"0.866 (0.003)", "0.847 (0.004)"},
	}},
	{"HMC-DFI", map[string][2]string{
		"cgm": {"0.043 (1.9e-4)", "0.041 (4.5e-4)"}, "wu": {"0.060 (4.4e-4)", "0.060 (2.5e-3)"},
		"bcw": {"0.981 (0.003)", "0.952 (0.007)"}, "iris": {"0.975 (0.009)", "0.917 (0.023)"},
		"wine": {"0.952 (0.016)", "0.948 (0.022)"}, "raisin": {"0.864 (0.005)", "0.838 (0.007)"},
	}},
	{"DCC-Tree", ownColumn()},
}

// ownColumn is that of the paper's sampler.
func ownColumn() map[string][2]string {
	values := map[string][2]string{}
	for _, p := range paper.DCCTree {
		values[p.Set] = [2]string{p.Train, p.Test}
	}
	return values
}
