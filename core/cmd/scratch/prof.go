package main

import (
	"os"
	"runtime/pprof"
)

func init() {
	if p := os.Getenv("PROF"); p != "" {
		f, _ := os.Create(p)
		pprof.StartCPUProfile(f)
		stop = func() { pprof.StopCPUProfile(); f.Close() }
	}
}

var stop = func() {}
