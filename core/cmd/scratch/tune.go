package main

import "dcctree/core/dcc"

func tune(fs *dcc.FastSettings, times int) {
	fs.Budget *= times
	fs.MaxMeasured *= times
	fs.Embedded *= times
}
