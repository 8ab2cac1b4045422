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
	others map[string]Phrases
}

func (v *voice) say(s words.Speaker) string {
	text := s.In(v.lang)
	for _, l := range words.Languages() {
		other := s.In(l)
		if other == text {
			continue
		}
		if v.others == nil {
			v.others = map[string]Phrases{}
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
func spoken(t map[string]Phrases, l words.Lang) Phrases {
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
	b.Notes, b.Verdict.Reasons = in.texts(a.Notes), in.texts(a.Verdict.Reasons)
	b.Root, b.Left, b.Right = in.splits(a.Root), in.splits(a.Left), in.splits(a.Right)
	b.Tree.Branches = in.branches(a.Tree.Branches)
	b.Readable = slices.Clone(a.Readable)
	for i := range b.Readable {
		b.Readable[i].Branches = in.branches(a.Readable[i].Branches)
	}
	b.Structures = in.structures(a.Structures)
	b.Predictions = in.targets(a.Predictions, a.Classes)
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
	s.Notes, s.Predictions = in.texts(r.Notes), in.targets(r.Predictions, r.Classes)
	return &s
}

// texts are what each of several reads.
func (in Phrases) texts(texts []string) []string {
	texts = slices.Clone(texts)
	for i := range texts {
		in.put(&texts[i])
	}
	return texts
}

func (in Phrases) splits(splits []Split) []Split {
	splits = slices.Clone(splits)
	for i := range splits {
		in.put(&splits[i].Rule)
	}
	return splits
}

func (in Phrases) structures(s *Structures) *Structures {
	if s == nil {
		return nil
	}
	said := *s
	said.Most = slices.Clone(s.Most)
	for i := range said.Most {
		in.put(&said.Most[i].Says)
	}
	return &said
}

func (in Phrases) branches(branches []Branch) []Branch {
	branches = slices.Clone(branches)
	for i := range branches {
		b := &branches[i]
		if in.put(&b.Rule); b.Alike != nil {
			said := *b.Alike
			in.put(&said.Rule)
			b.Alike = &said
		}
	}
	return branches
}

// targets leaves the names of classes alone.
func (in Phrases) targets(predictions []Prediction, classes []string) []Prediction {
	predictions = slices.Clone(predictions)
	for i := range predictions {
		if q := &predictions[i]; !slices.Contains(classes, q.Target) {
			in.put(&q.Target)
		}
	}
	return predictions
}
