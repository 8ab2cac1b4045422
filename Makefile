# Everything that is done with this repository beyond `go run .`; the first target is what a change must pass.

.PHONY: test setup check audit run build bench validate paper soak fuzz mutate module screenshots clean

# Other processors than amd64 would round products and sums at once, which gives other last bits (CONTRIBUTING.md).
ifneq ($(shell go env GOARCH),amd64)
export GOFLAGS += -gcflags=all=-d=fmahash=qn
endif

# All tests: native, race detector, WebAssembly under Node, browser. The last line counts them.
test: setup check
	go run ./scripts/runtests

# What the tests need besides Go; installed on Debian, named elsewhere.
setup:
	scripts/setup

# Formatting, lines of at most 120 columns (a tab goes on to the next multiple of 8), vet and staticcheck, for every
# target that the code is built for, and known weaknesses; the last two as far as they can be had.
check:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "not formatted with gofmt:"; echo "$$unformatted"; exit 1; fi
	@for f in $$(git ls-files '*.go'); do expand $$f | LC_ALL=C.UTF-8 grep -nE '.{121}' | sed "s|^|$$f:|"; done | \
		{ ! grep . || { echo "these lines have more than 120 columns"; exit 1; }; }
	go vet ./...
	go vet -tags browser ./browser/
	go vet -tags 'browser bench soak' ./browser/
	GOOS=js GOARCH=wasm go vet ./core/... ./wasm/...
	scripts/lint
	scripts/audit

# Known weaknesses again, where nothing may be left open: fails also where something cannot be looked up.
audit:
	scripts/audit strict

# Serves the page on this machine.
run:
	go run .

# Writes the static site: make build DIR=/some/new/folder
build:
	@if [ -z "$(DIR)" ]; then echo "name the folder: make build DIR=/some/new/folder"; exit 1; fi
	go run . -build "$(DIR)"

# Speed in one go: kernels in the browser and natively, waiting times on the page, large tables, what a second worker
# brings, the paper's sets with ten seeds, written to docs/benchmarks.md, then the parts, natively and in WebAssembly
# under Node, then effective draws per gradient beside rstan's. Some half an hour on 2 cores; nothing else should run
# meanwhile.
bench: setup
	go test -tags 'browser bench' -run '^TestBenchmarks$$' -count 1 -timeout 60m ./browser/ -v
	go test -run '^$$' -bench . -benchmem -p 1 ./core/...
	GOOS=js GOARCH=wasm go test -exec="node --stack-size=8192 $(CURDIR)/scripts/wasmexec/wasmexec.cjs $$(go env GOROOT)" -run '^$$' -bench . -p 1 \
		./core/numeric ./core/hmc ./core/hardtree ./core/softtree ./core/conquer ./core/posterior ./core/dataset \
		./core/baseline/hard ./core/baseline/cgm ./core/baseline/wu
	go run ./core/cmd/bench -ess -data $(REFERENCE)/data/paper

# Checks that take longer than tests should, all of them even where one fails: log densities and evidences against
# reference values of other programs, which stand beside the repository, then samplers, calibration and whole runs,
# which need nothing, and exported rules in the databases that scripts/setup installs, and write docs/validation.md.
# References of random problems take hours and are kept: those that the file lacks are made and added.
REFERENCE ?= ../shared
validate:
	scripts/setup databases
	@failed=0; \
	go run ./core/cmd/oracle $(REFERENCE)/fixtures/logdensity.json || failed=1; \
	go run ./core/cmd/oracle $(REFERENCE)/fixtures/evidence.json || failed=1; \
	go run ./core/cmd/validate -references core/cmd/validate/problems/testdata/random.json -out docs/validation.md || failed=1; \
	exit $$failed

# The paper's tables with this program and the paper's other methods beside them, written to docs/paper-tables.md. It
# takes what core/cmd/paper/runs holds and makes the other runs. Each is written there as soon as it is done, one of
# HMC-DF and HMC-DFI every minute, so make can be stopped and started again: hours for the runs of these two, half an
# hour for all others together on 2 cores. The other methods' part from what is there already:
# go run ./core/cmd/paper methods -data $(REFERENCE)/data/paper -stored -tables docs/paper-tables.md
# The fast mode's bounds alone: go run ./core/cmd/paper check -data $(REFERENCE)/data/paper
paper:
	go run ./core/cmd/paper methods -data $(REFERENCE)/data/paper -tables docs/paper-tables.md
	go run ./core/cmd/paper tables -data $(REFERENCE)/data/paper

# Long runs in the browser: twenty minutes of work, by one long run and by many runs, in which the memory stays, and a
# million rows.
soak: setup
	go test -tags 'browser soak' -run Soak -count 1 -timeout 60m -v ./browser/

# Every fuzz target for half a minute.
FUZZTIME ?= 30s
fuzz:
	FUZZTIME=$(FUZZTIME) scripts/fuzz

# Gives the module the path under which others can fetch it: make module TO=host/owner/dcctree
module:
	@if [ -z "$(TO)" ]; then echo "name the path: make module TO=host/owner/dcctree"; exit 1; fi
	git grep -lz '"dcctree/' -- '*.go' | xargs -0 sed -i 's|"dcctree/|"$(TO)/|'
	go mod edit -module "$(TO)"

# One operator changed at a time in packages without a browser: each change that no test of the package notices is
# printed.
MUTATE ?= ./core/topology ./core/treelayout ./core/tree ./core/random ./core/verdict
mutate:
	go run ./scripts/mutate $(MUTATE)

# Takes the pictures of the README anew; CONTRIBUTING.md says how the others are taken.
screenshots: setup
	go test -tags browser -run TestScreenshots -count 1 ./browser/ -update-screenshots

clean:
	rm -rf .built
