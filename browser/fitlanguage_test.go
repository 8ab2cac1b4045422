// This file tests that what a fit found is said in the page's language: while it goes on, after it, in what is saved,
// and from a session file.

//go:build browser

package browser

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"dcctree/core/fit"
	"dcctree/core/study"
	"dcctree/core/words"
)

// tellingTable is a table of which a fit has much to say: a label whose gaps tell the target, and a column of one
// value.
func tellingTable() []byte {
	var b strings.Builder
	b.WriteString("wood,x,one,yield\n")
	for i := range 48 {
		label, yield := []string{"elm", "oak"}[i%2], 5+.1*float64(i%7)
		if i%3 == 0 {
			label, yield = "", yield-4
		}
		fmt.Fprintf(&b, "%s,%d,same,%.1f\n", label, i*7%48, yield)
	}
	return []byte(b.String())
}

// fragments are what texts about fits have between their values in English, by key, as far as they are long enough to
// be known by.
func fragments() map[string][]string {
	const least = 8
	value := regexp.MustCompile(`%(\[\d+\])?[.\d]*[a-z]`)
	all := map[string][]string{}
	for _, key := range words.Keys() {
		if !strings.HasPrefix(key, "fit.") {
			continue
		}
		for _, part := range value.Split(words.English.Raw(key), -1) {
			if len(part) >= least {
				all[key] = append(all[key], part)
			}
		}
	}
	return all
}

// english are the keys of the texts about fits of which something in English is in a text.
func english(text string) (keys []string) {
	for key, parts := range fragments() {
		for _, part := range parts {
			if strings.Contains(text, part) {
				keys = append(keys, key)
				break
			}
		}
	}
	return keys
}

// into changes the language by the switch, and waits until what the fit found is said in it.
func (b *tab) into(l words.Lang, reason string) {
	b.Helper()
	b.click("language-" + string(l))
	b.wait("the language "+string(l), "document.documentElement.lang === "+quote(string(l)), patience)
	b.wait("the verdict", query("fit-verdict")+".textContent.includes("+quote(reason)+")", patience)
}

// numbers are all in what the panel says.
func numbers(found []string) []string {
	return regexp.MustCompile(`\d*\.?\d+`).FindAllString(strings.Join(found, " "), -1)
}

// A change of language changes every text of the answer, and neither numbers nor digest, before the end of a fit, after
// it, and where there are no trees any more.
func TestFitFollowsTheLanguage(t *testing.T) {
	want := libraryOf(t, tellingTable(), study.FitOptions{Sharp: true}) // which settle sooner
	reason, german := want.Verdict.Reasons[0], want.In("de").Verdict.Reasons[0]
	b := newTab(t, catchesFiles)
	b.open(shared.served + "/" + atOnce)
	b.ready()
	b.opensOwn(tellingTable())
	b.unfold(query("splits"))
	b.set("splits", "sharp")
	b.click("run")
	b.wait("an answer before the last", query("fit-verdict")+".textContent.includes('is still missing')", patience)
	b.into("de", "")
	b.wait("the end in German", query("state")+".dataset.state === 'done' && "+query("fit-price")+
		".textContent !== '' && "+query("fit-verdict")+".textContent.includes("+quote(german)+")", patience)
	b.choose("fit-rows", file(t, "more.csv", []byte("wood,x,yield\nyew,30,1\n,20,\n")))
	b.wait("that rows are predicted", query("fit-rows-say")+".textContent.includes('yew')", patience)
	inGerman := b.saysIn("de")
	if got := evaluate[string](b, "document.querySelector('#model-change').textContent"); got != "Fertig" {
		t.Errorf("the open section's button says %q", got)
	}
	b.viewport(320, 800)
	b.drawn()
	if wide := evaluate[int](b, "document.documentElement.scrollWidth"); wide > 320 {
		t.Errorf("the page is %d px wide on 320", wide)
	}
	b.viewport(1280, 900)

	b.into("en", reason)
	b.wait("what if in English", query("fit-if-reads")+".textContent.startsWith('The tree to read')", patience)
	inEnglish := b.found()
	// what the table is made to have said: gaps, a rule, an unknown label, a reason
	for _, key := range []string{"fit.gaps", "fit.known", "fit.gap", "fit.unseen", "fit.agreed"} {
		if parts := fragments()[key]; !strings.Contains(b.text("fit"), parts[len(parts)-1]) {
			t.Errorf("in English nothing reads %q", parts)
		}
	}
	if got, want := numbers(inGerman), numbers(inEnglish); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("in German the numbers are %v, in English %v", got, want)
	}
	b.into("de", german)
	if got := b.saysIn("de"); fmt.Sprint(got) != fmt.Sprint(inGerman) {
		t.Errorf("in German again it says\n%q\nit said\n%q", got, inGerman)
	}
	b.savesInGerman(want)
	path := b.savedFile()

	c := newTab(t)
	c.open(shared.served + "/" + atOnce)
	c.ready()
	c.choose("file-input", path)
	c.wait("the answer", query("state")+".dataset.state === 'done' && !"+query("fit-result")+".hidden", patience)
	if got := c.found(); fmt.Sprint(got) != fmt.Sprint(inEnglish) {
		t.Errorf("from the file it says\n%q\nit said\n%q", got, inEnglish)
	}
	c.into("de", german)
	if got := c.saysIn("de"); fmt.Sprint(got) != fmt.Sprint(inGerman) {
		t.Errorf("from the file it says in German\n%q\nit said\n%q", got, inGerman)
	}
}

// saysIn is what the panel says; in another language than English nothing of it is English.
func (b *tab) saysIn(l words.Lang) []string {
	b.Helper()
	b.inGerman("a fit in " + string(l))
	if left := english(b.text("fit")); len(left) > 0 {
		b.Errorf("in %s the panel has English texts: %v", l, left)
	}
	return b.found()
}

// savesInGerman tests what is saved of the answer.
func (b *tab) savesInGerman(want *fit.Answer) {
	b.Helper()
	dir := b.downloads()
	_, report := b.caught(dir, func() { b.click("fit-report") })
	reason := want.In("de").Verdict.Reasons[0]
	if text := string(report); !strings.Contains(text, reason) || len(english(text)) > 0 {
		b.Errorf("the report lacks %q, or has English texts: %v", reason, english(text))
	}
	_, text := b.caught(dir, func() { b.click("fit-json") })
	var got fit.Answer
	if err := json.Unmarshal(text, &got); err != nil || got.Digest != want.Digest {
		b.Errorf("%v: the digest is %s, the library's %s", err, got.Digest, want.Digest)
	}
}
