// Fits of all trees have the same bits natively, in Chromium and in Firefox, with any number of workers.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"dcctree/core/alltrees"
	"dcctree/core/dataset"
	"dcctree/core/fit"
	"dcctree/core/study"
)

// fitBits is what is compared of a fit: the digest is of trees and evidences, the price of the folds.
type fitBits struct {
	Digest string
	Price  *fit.Price
}

// Some rounds and folds within seconds.
const (
	fitWork  = 1e6
	fitFolds = 3
)

func nativeFit(t *testing.T, target, noise string) fitBits {
	t.Helper()
	table, err := dataset.ReadCSV("own.csv", ownTable(), dataset.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	p, err := study.Fit(table, &study.FitOptions{Target: target, Task: "auto", Split: "random", Holdout: .3,
		HoldoutSeed: "1", Seed: "1", Noise: noise, Folds: fitFolds, Work: fitWork}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := p.Fit(alltrees.Alone)
	if err != nil {
		t.Fatal(err)
	}
	return fitBits{a.Digest, a.Price}
}

// fitScript fits the table in a page with so many workers.
func fitScript(target, noise string, workers int) string {
	return fmt.Sprintf(`const {open} = await import("./dcctree.js");
		const session = await open({data: %q, workers: %d});
		const {digest, price} = await session.fit({target: %q, holdout: .3, holdoutSeed: 1, noise: %q,
			folds: %d, work: %v});
		session.close();
		return {Digest: digest, Price: price};`, ownTable(), workers, target, noise, fitFolds, fitWork)
}

func TestFitsHaveTheSameBits(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/bare")
	f := newFox(t, patience)
	f.open(shared.served + "/bare")
	for _, c := range [][2]string{{"yield", "common"}, {"island", "common"}, // gradual splits, sharp ones
		{"yield", "leaf"}, {"yield", "heavy"}} {
		target, noise := c[0], c[1]
		native := asText(t, nativeFit(t, target, noise))
		for _, workers := range []int{1, 5} { // Firefox has 2
			got := evaluate[fitBits](b, "(async () => {"+fitScript(target, noise, workers)+"})()")
			if text := asText(t, got); text != native {
				t.Errorf("%s in Chromium with %d workers: %s, natively %s", c, workers, text, native)
			}
		}
		got := tell[fitBits](f, order{Run: fitScript(target, noise, 2)})
		if text := asText(t, got); text != native {
			t.Errorf("%s in Firefox: %s, natively %s", c, text, native)
		}
	}
}

// Gradual splits and noise per leaf exclude each other: asked for both, a fit says what to do.
func TestFitRefusesGradualLeafNoise(t *testing.T) {
	b := newTab(t)
	b.open(shared.served + "/bare")
	said := evaluate[string](b, fmt.Sprintf(`(async () => {const {open} = await import("./dcctree.js");
		const session = await open({data: %q, workers: 1});
		const said = await session.fit({target: "yield", sharp: false, noise: "leaf"}).then(
			() => "nothing", (e) => e.code + " " + e.field + ": " + e.message);
		session.close();
		return said;})()`, ownTable()))
	if !strings.HasPrefix(said, "setting sharp: ") || !strings.Contains(said, "leave sharp out") {
		t.Errorf("it says %q", said)
	}
}

func asText(t *testing.T, v any) string {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
