// This file tests to which names the server answers, and that no path makes it fail.

package serve

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// raw sends a request as it stands, which net/http's client would correct, and returns the answer.
func raw(t *testing.T, address, request string) (status int, header http.Header, text string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("%.80q: %v", request, err)
	}
	defer r.Body.Close()
	return r.StatusCode, r.Header, body(t, r)
}

// get is a request as it is sent.
func get(path, host string) string {
	return "GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"
}

// started runs the server that `go run .` starts.
func started(t *testing.T, s *Site, names ...string) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := NewServer(s, names)
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

// A name that somebody else makes lead to this machine is refused, with nothing of the site in the answer.
func TestAnswersToItsOwnNamesOnly(t *testing.T) {
	s, _ := repository(t)
	address := started(t, s, "lab.example.org")
	for host, want := range map[string]int{
		address: 200, "localhost:8080": 200, "LocalHost": 200, "localhost.": 200, "a.localhost:1": 200,
		"127.0.0.1": 200, "[::1]:8080": 200, "[::1]": 200,
		"192.168.1.7:8080": 200, "lab.example.org": 200, "LAB.example.org.:8080": 200,
		"attacker.example": 421, "attacker.example:8080": 421, "localhost.attacker.example": 421,
		"127.0.0.1.attacker.example": 421, "mylocalhost": 421,
		"a.lab.example.org": 421, "lab.example.org.attacker.example": 421, "": 421, "2130706433": 421,
	} {
		status, header, text := raw(t, address, get("/assets/wu.csv", host))
		if status != want || (want == 200) != strings.Contains(text, "x,y") {
			t.Errorf("Host %q: status %d, %.80q, want %d", host, status, text, want)
		}
		if want == 421 && (!strings.Contains(text, "-host NAME") || header.Get(policyHeader) != Policy) {
			t.Errorf("Host %q: refused by %q with the headers %v", host, text, header)
		}
	}
	if status, _, _ := raw(t, address, get("http://attacker.example/assets/wu.csv", address)); status != 421 {
		t.Errorf("a request for a whole address of another name: status %d, want 421", status)
	}
	if status, _, _ := raw(t, address, "GET /assets/wu.csv HTTP/1.0\r\n\r\n"); status != 421 {
		t.Errorf("a request without a name: status %d, want 421", status)
	}
}

func TestNames(t *testing.T) {
	for _, c := range []struct{ address, list, want string }{
		{"127.0.0.1:8080", "", "[127.0.0.1]"},
		{":8080", "", "[]"},
		{"Lab:8080", "one.example, Two.example.", "[lab one.example two.example]"},
	} {
		if got, err := Names(c.address, c.list); err != nil || fmt.Sprint(got) != c.want {
			t.Errorf("%s with %q: %v, %v, want %s", c.address, c.list, got, err, c.want)
		}
	}
	for _, bad := range []string{",", "a,,b", "a:80", "http://a", "*", "a b"} {
		if got, err := Names("127.0.0.1:8080", bad); err == nil || !strings.Contains(err.Error(), "-host") {
			t.Errorf("-host %q: %v, %v", bad, got, err)
		}
	}
}

// odd are paths that no file has.
var odd = []string{
	"/%00", "/worker.js%00", "/%00.js", "/a%00b.js", "/inner/%00.js", "/%5c..%5csecret.txt.js", "/..%5cworker.js",
	"/%2e%2e/worker.js", "/%2e%2e%2fgo.mod.js",
	"/inner%2f..%2fworker.js", "/%0a.js", "/%7f.js", "/%ff.js", "/con.js", "/a:b.js", "/worker.js%20",
	"/worker.js::$DATA.js", "//worker.js",
	"/" + strings.Repeat("a", 300) + ".js", "/" + strings.Repeat("a/", 3000) + "b.js",
	"/" + strings.Repeat("%2e%2e/", 500) + "b.js",
}

// FuzzPath: whatever path is asked for, the server finds a file of its list or none; it does not fail.
func FuzzPath(f *testing.F) {
	for _, path := range append(odd, "/", "/worker.js", "/assets/wu.csv") {
		f.Add(strings.TrimPrefix(path, "/"))
	}
	s, _ := repository(f)
	handler := Handler(s)
	f.Fuzz(func(t *testing.T, path string) {
		r, err := http.ReadRequest(bufio.NewReader(strings.NewReader(get("/"+path, "localhost"))))
		if err != nil {
			return // the server answers 400 before the handler is asked
		}
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		if got := w.Code; got != 200 && got != 404 {
			t.Errorf("%q: status %d, %.60q", path, got, w.Body)
		}
		if strings.Contains(w.Body.String(), "outside") {
			t.Errorf("%q leads outside", path)
		}
	})
}

// The same over the wire, where a path may be one that HTTP itself refuses.
func TestOddPathsAreNotFound(t *testing.T) {
	s, _ := repository(t)
	address := started(t, s)
	for _, path := range odd {
		status, _, text := raw(t, address, get(path, "localhost"))
		if status != 404 && status != 400 || strings.Contains(text, "outside") {
			t.Errorf("%.60q: status %d, %.60q, want 404 or 400", path, status, text)
		}
	}
}
