// This file makes the page for frames out of index.html: the same page, without what belongs to a page of one's own.

package serve

import (
	"fmt"
	"strings"
)

// The page for frames, and the page that it is made of.
const (
	embedName = "embed.html"
	indexName = "index.html"
)

// EmbedPolicy is Policy for the page in a frame: it may stand in anybody's page, hence no frame-ancestors, and it has
// neither manifest nor service worker. It stands in the page itself as well.
const EmbedPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' " +
	"data: blob:; " + "connect-src 'self'; worker-src blob:; base-uri 'none'; form-action 'none'"

// embedChanges lead from index.html to embed.html. Each is made exactly once.
var embedChanges = []struct{ from, to string }{
	{`<html lang="en">`, `<html lang="en" class="embed">`},
	{`content="` + MetaPolicy() + `"`, `content="` + EmbedPolicy + `"`},
	{`<link rel="manifest" href="manifest.webmanifest">` + "\n", ""},
	{`<link rel="stylesheet" href="style.css">`, `<link rel="stylesheet" href="style.css">` + "\n" +
		`<link rel="stylesheet" href="embed.css">`},
	{`<script type="module" src="page.js"></script>`, `<script type="module" src="embed.js"></script>` + "\n" +
		`<script type="module" src="page.js"></script>`},
}

// embed returns the page for frames.
func (s *Site) embed() (*File, error) {
	index, err := s.open(indexName)
	if err != nil {
		return nil, err
	}
	return s.madeOf(embedName, index.Body, func() (string, error) {
		text := string(index.Body)
		for _, change := range embedChanges {
			if n := strings.Count(text, change.from); n != 1 {
				return "", fmt.Errorf("%s has %q %d times, not once: %s cannot be made of it",
					indexName, change.from, n, embedName)
			}
			text = strings.Replace(text, change.from, change.to, 1)
		}
		return text, nil
	})
}
