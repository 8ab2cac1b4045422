// This file holds the HTTP side: one handler, its headers, and the server around it.

package serve

import (
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// policyHeader is the name of the header that states a policy.
const policyHeader = "Content-Security-Policy"

// The header by which browsers ask for a file again each time. Without it, what they take from their own cache may be
// of another version, or of another program that was at this address before.
const cacheHeader, cacheRule = "Cache-Control", "no-cache"

// securityHeaders go out with every response, errors included; the page for frames has a policy of its own.
var securityHeaders = map[string]string{
	policyHeader:                   Policy,
	"X-Content-Type-Options":       "nosniff",
	"Referrer-Policy":              "no-referrer",
	"Cross-Origin-Resource-Policy": "same-origin",
	"Connection-Allowlist":         "(response-origin); webrtc=block", // Chromium's, from 2026 on
}

// Handler serves the site: GET and HEAD of exactly the files that Site.Names lists, and index.html for "/". It lists no
// folder and redirects nowhere.
func Handler(s *Site) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		secure(w)
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			http.Error(w, "only GET and HEAD are answered here", http.StatusMethodNotAllowed)
			return
		}
		s.respond(w, r)
	})
}

// secure sets the headers of every response.
func secure(w http.ResponseWriter) {
	for name, value := range securityHeaders {
		w.Header().Set(name, value)
	}
}

func (s *Site) respond(w http.ResponseWriter, r *http.Request) {
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = indexName
	}
	f, err := s.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		http.Error(w, "there is no such file", http.StatusNotFound)
		return
	}
	if err != nil {
		http.Error(w, "the file cannot be read", http.StatusInternalServerError)
		return
	}
	if name == embedName {
		w.Header().Set(policyHeader, EmbedPolicy)
	}
	send(w, r, f)
}

// send answers with the file in the best coding that the client accepts, or with 304 when the client has that very
// copy.
func send(w http.ResponseWriter, r *http.Request, f *File) {
	body, encoding, err := f.Encoded(negotiate(r.Header.Get("Accept-Encoding")))
	if err != nil {
		http.Error(w, "the file cannot be compressed", http.StatusInternalServerError)
		return
	}
	h := w.Header()
	etag := f.etag(encoding)
	h.Set("ETag", etag)
	h.Set(cacheHeader, cacheRule)
	if f.Compressible() {
		h.Set("Vary", "Accept-Encoding")
	}
	if matches(r.Header.Get("If-None-Match"), etag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", f.Type)
	h.Set("Content-Length", strconv.Itoa(len(body)))
	if encoding != Identity {
		h.Set("Content-Encoding", string(encoding))
	}
	if r.Method == http.MethodGet {
		w.Write(body) // a client that went away needs no answer
	}
}

// etag names one coding of one content.
func (f *File) etag(e Encoding) string {
	if e == Identity {
		return `"` + f.sum + `"`
	}
	return `"` + f.sum + "-" + string(e) + `"`
}

// matches reports whether an If-None-Match header names the tag.
func matches(header, etag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimPrefix(strings.TrimSpace(item), "W/")
		if item == etag || item == "*" {
			return true
		}
	}
	return false
}

// NewServer returns a server of the site that gives slow or silent clients up. It answers to this machine's own
// addresses and to the names.
func NewServer(s *Site, names []string) *http.Server {
	return &http.Server{
		Handler:                      named(Handler(s), names),
		DisableGeneralOptionsHandler: true,
		ReadHeaderTimeout:            5 * time.Second,
		ReadTimeout:                  10 * time.Second,
		WriteTimeout:                 2 * time.Minute,
		IdleTimeout:                  2 * time.Minute,
		MaxHeaderBytes:               16 << 10,
	}
}
