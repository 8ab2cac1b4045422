# Everything that is done with this repository beyond `go run .`; the first target is what a change must pass.

.PHONY: test setup check run build bench validate soak fuzz screenshots clean

# All tests: native, race detector, WebAssembly under Node, browser. The last line counts them.
test: setup check
	go run ./scripts/runtests

# What the tests need besides Go; installed on Debian, named elsewhere.
setup:
	scripts/setup

# Formatting and vet, for every target that the code is built for.
check:
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "not formatted with gofmt:"; echo "$$unformatted"; exit 1; fi
	go vet ./...
	go vet -tags browser ./browser/
	GOOS=js GOARCH=wasm go vet ./core/... ./wasm/...

# Serves the page on this machine.
run:
	go run .

# Writes the static site: make build DIR=/some/new/folder
build:
	@if [ -z "$(DIR)" ]; then echo "name the folder: make build DIR=/some/new/folder"; exit 1; fi
	go run . -build "$(DIR)"

bench:
	go test -run '^$$' -bench . -benchmem -p 1 ./core/...

# The checks against the paper: reference log densities, then its tables. They need the reference files beside the repository.
REFERENCE ?= ../shared
validate:
	go run ./core/cmd/oracle $(REFERENCE)/fixtures/logdensity.json
	go run ./core/cmd/paper -data $(REFERENCE)/data/paper -set wu -mode paper -runs 10 -chains 4 -warmup 500 -draws 50 -iterations 60
	go run ./core/cmd/paper -data $(REFERENCE)/data/paper -set iris -mode paper -runs 10 -chains 4 -warmup 500 -draws 50 -iterations 60

# A long run in the browser: memory and messages over many steps.
soak: setup
	go test -tags 'browser soak' -run Soak -count 1 -timeout 60m -v ./browser/

# Every fuzz target for half a minute.
FUZZTIME ?= 30s
fuzz:
	FUZZTIME=$(FUZZTIME) scripts/fuzz

# Takes the pictures of the README anew.
screenshots: setup
	go test -tags browser -run TestScreenshots -count 1 ./browser/ -update-screenshots

clean:
	rm -rf .built
