// The languages of an answer: its texts read otherwise in each, and all else is the same.

package fit

import (
	"cmp"
	"slices"

	"dcctree/core/words"
)

// Phrases are what texts read in another language, by the text.
type Phrases map[string]string

// put puts what a text reads in its place, where that is known.
func (in Phrases) put(text *string) {
	if said, ok := in[*text]; ok {
		*text = said
	}
}

// voice says texts in one language, and keeps what they read in the others.
type voice struct {
	lang   words.Lang
	others words.Translations[Phrases]
}

func (v *voice) say(s words.Speaker) string {
	text := s.In(v.lang)
	for _, l := range words.Languages() {
		other := s.In(l)
		if other == text {
			continue
		}
		if v.others == nil {
			v.others = words.Translations[Phrases]{}
		}
		if v.others[string(l)] == nil {
			v.others[string(l)] = Phrases{}
		}
		v.others[string(l)][text] = other
	}
	return text
}

// all says each of several; nil for none.
func (v *voice) all(messages []words.Message) (said []string) {
	for _, m := range messages {
		said = append(said, v.say(m))
	}
	return said
}

// spoken are the phrases of a language.
func spoken(t words.Translations[Phrases], l words.Lang) Phrases {
	return t[string(cmp.Or(l, words.English))]
}

// In returns the answer in a language, without translations; numbers and rules written as lines are the same. What it
// has no translation of stays as it is. It may share memory with the answer, or be it.
func (a *Answer) In(l words.Lang) *Answer {
	in := spoken(a.Translations, l)
	if in == nil {
		return a
	}
	b := *a
	b.Translations = nil
	b.Notes, b.Verdict.Reasons = inAll(in, a.Notes, itself), inAll(in, a.Verdict.Reasons, itself)
	for _, splits := range []*[]Split{&b.Root, &b.Left, &b.Right} {
		*splits = inAll(in, *splits, func(s *Split) *string { return &s.Rule })
	}
	b.Tree.Branches = inAll(in, a.Tree.Branches, ruleOf)
	b.Readable = slices.Clone(a.Readable)
	for i := range b.Readable {
		b.Readable[i].Branches = inAll(in, a.Readable[i].Branches, ruleOf)
	}
	b.Predictions = inTargets(in, a.Predictions, a.Classes)
	return &b
}

// In is as Answer.In.
func (r *Predicted) In(l words.Lang) *Predicted {
	in := spoken(r.Translations, l)
	if in == nil {
		return r
	}
	s := *r
	s.Translations = nil
	s.Notes, s.Predictions = inAll(in, r.Notes, itself), inTargets(in, r.Predictions, r.Classes)
	return &s
}

// inAll copies a list with the texts as they read in a language.
func inAll[T any](in Phrases, list []T, text func(*T) *string) []T {
	list = slices.Clone(list)
	for i := range list {
		in.put(text(&list[i]))
	}
	return list
}

func itself(s *string) *string { return s }

func ruleOf(b *Branch) *string { return &b.Rule }

// inTargets leaves the names of classes alone.
func inTargets(in Phrases, predictions []Prediction, classes []string) []Prediction {
	predictions = slices.Clone(predictions)
	for i := range predictions {
		if q := &predictions[i]; !slices.Contains(classes, q.Target) {
			in.put(&q.Target)
		}
	}
	return predictions
}
