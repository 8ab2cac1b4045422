// This file holds the names to which the server answers. A page of somebody else whose name is made to lead to this
// machine (DNS rebinding) asks under its own name, and could otherwise read what is served.

package serve

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// Names returns the names to which a server on the address (host:port) answers besides localhost and IP addresses: the
// address's own, where it is a name, and those of a list with commas.
func Names(address, list string) ([]string, error) {
	var names []string
	if host, _, err := net.SplitHostPort(address); err == nil && host != "" {
		names = append(names, plainName(host))
	}
	for name := range strings.SplitSeq(list, ",") {
		name = strings.TrimSpace(name)
		if name == "" && list == "" {
			continue
		}
		if name == "" || strings.ContainsAny(name, ":/@ *") {
			return nil, fmt.Errorf("-host %q: %q is no name of a host: give names such as "+
				"lab.example.org, without port, "+
				"with commas between them", list, name)
		}
		names = append(names, plainName(name))
	}
	return names, nil
}

// named answers requests for localhost, for an IP address, which nobody else can make lead here, and for the names. The
// port does not matter: it may have been forwarded from another.
func named(next http.Handler, names []string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !answersTo(r.Host, names) {
			secure(w)
			http.Error(w,
				fmt.Sprintf("This server does not answer to the name %q, only to localhost, to IP "+
					"addresses and to the names that were given when it was started: go run . "+
					"-host NAME", r.Host),
				http.StatusMisdirectedRequest)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// answersTo reports whether the Host of a request is one of this server's.
func answersTo(host string, names []string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = plainName(host)
	if _, err := netip.ParseAddr(strings.Trim(host, "[]")); err == nil {
		return true
	}
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || slices.Contains(names, host)
}

// plainName is a name as names are compared.
func plainName(name string) string { return strings.ToLower(strings.TrimSuffix(name, ".")) }
