// This file makes the page that says what is promised about privacy out of docs/privacy.md.

package serve

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
)

// The page, and the text that it is made of.
const (
	privacyName = "privacy.html"
	privacyText = "docs/privacy.md"
)

// privacyHead and privacyFoot stand around the text. The page runs no script.
const (
	privacyHead = `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy"
  content="default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Privacy: what DCC-Tree promises, and how it is kept</title>
<link rel="icon" href="assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="style.css">
<link rel="stylesheet" href="learn/learn.css">
</head>
<body class="learn promises">
<header class="over"><p class="home"><a href="./">DCC-Tree</a></p></header>
<main id="text">
`
	privacyFoot = "</main>\n</body>\n</html>\n"
)

// privacy returns the page.
func (s *Site) privacy() (*File, error) {
	text, err := os.ReadFile(filepath.Join(s.root, filepath.FromSlash(privacyText)))
	if err != nil {
		return nil, err
	}
	return s.madeOf(privacyName, text, func() (string, error) {
		body, err := markup(text)
		if err != nil {
			return "", fmt.Errorf("%s cannot be made a page: %w", privacyText, err)
		}
		return privacyHead + body + privacyFoot, nil
	})
}

// promises is the text as another page can hold it: its headings are below those of a dialog, and its links, which lead
// to files beside it, are left out.
func (s *Site) promises() (string, error) {
	f, err := s.privacy()
	if err != nil {
		return "", err
	}
	body := strings.TrimSuffix(strings.TrimPrefix(string(f.Body), privacyHead), privacyFoot)
	return inPage.Replace(anchors.ReplaceAllString(body, "")), nil
}

// anchors are the marks of links; inPage makes headings smaller by one.
var (
	anchors = regexp.MustCompile(`</?a\b[^>]*>`)
	inPage  = strings.NewReplacer("<h3", "<h4", "</h3", "</h4", "<h2", "<h3", "</h2", "</h3", "<h1", "<h3", "</h1",
		"</h3")
)

// documents are links to other documents, which the site has not.
var documents = regexp.MustCompile(`<a href="[^"]*\.md">(.*?)</a>`)

// markup is a text in Markdown as HTML, with links to files of the site alone. Wide tables can be scrolled by keyboard,
// too.
func markup(text []byte) (string, error) {
	var b strings.Builder
	if err := goldmark.New(goldmark.WithExtensions(extension.Table)).Convert(text, &b); err != nil {
		return "", err
	}
	html := documents.ReplaceAllString(strings.ReplaceAll(b.String(), `href="../site/`, `href="`), "$1")
	const around = `<div class="wide-table" role="group" tabindex="0" aria-label="Table">`
	return strings.NewReplacer("<table>", around+"<table>", "</table>", "</table></div>").Replace(html), nil
}
