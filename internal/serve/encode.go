// This file holds the compressed forms of a file and the choice between them.

package serve

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/andybalholm/brotli"
)

// Encoding is a content coding by its HTTP name; the empty one is the file as it is.
type Encoding string

// The codings that are offered, and the ends of their file names in a published site.
const (
	Identity Encoding = ""
	Brotli   Encoding = "br"
	Gzip     Encoding = "gzip"
)

// ServeLevel is the brotli level used when serving large files, and PublishLevel the one used for others, when a site
// is written once for many visits, and for the freshly built binary (12 % smaller, twenty seconds).
const (
	ServeLevel   = 9
	PublishLevel = 11
)

// window is the largest that browsers take, 16 MB: the binary is larger than the usual 4 MB, and alike all over (1.73
// instead of 1.75 MB).
const window = 24

// promptly is the most bytes that PublishLevel compresses while somebody waits: a tenth of a second.
const promptly = 64 << 10

// Encoded returns the file in the given coding, compressed once and then kept (the binary as Build compressed it).
// Where compression does not make the file smaller, and for the kinds that are compressed already, it returns the file
// as it is and Identity.
func (f *File) Encoded(e Encoding) ([]byte, Encoding, error) {
	if e == Identity || !f.Compressible() {
		return f.Body, Identity, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	data, done := f.encoded[e]
	if !done {
		var err error
		level := PublishLevel
		if len(f.Body) > promptly {
			level = ServeLevel
		}
		if data, err = compress(f.Body, e, level); err != nil {
			return nil, Identity, fmt.Errorf("cannot compress %s: %w", f.Name, err)
		}
		f.encoded[e] = data
	}
	if len(data) >= len(f.Body) {
		return f.Body, Identity, nil
	}
	return data, e, nil
}

// compress returns the body in the given coding. The level is brotli's; gzip has one level, its best.
func compress(body []byte, e Encoding, level int) ([]byte, error) {
	var out bytes.Buffer
	var w io.WriteCloser = brotli.NewWriterOptions(&out, brotli.WriterOptions{Quality: level, LGWin: window})
	if e == Gzip {
		w, _ = gzip.NewWriterLevel(&out, gzip.BestCompression) // the level is a constant in range
	}
	if _, err := w.Write(body); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// negotiate picks the coding for an Accept-Encoding header: brotli before gzip before none, of those the client
// accepts.
func negotiate(accept string) Encoding {
	for _, e := range []Encoding{Brotli, Gzip} {
		if accepts(accept, e) {
			return e
		}
	}
	return Identity
}

// accepts reports whether the header gives the coding (or, failing a word on it, "*") a quality above zero.
func accepts(accept string, e Encoding) bool {
	any := false
	for item := range strings.SplitSeq(accept, ",") {
		name, quality := quality(item)
		switch {
		case strings.EqualFold(name, string(e)):
			return quality > 0
		case name == "*":
			any = quality > 0
		}
	}
	return any
}

// quality splits one item of an Accept-Encoding header into the coding and its q value; a q that cannot be read counts
// as 0.
func quality(item string) (name string, q float64) {
	name, parameter, found := strings.Cut(item, ";")
	name = strings.TrimSpace(name)
	if !found {
		return name, 1
	}
	value, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q=")
	if !ok {
		return name, 0
	}
	q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
	if err != nil {
		return name, 0
	}
	return name, q
}
