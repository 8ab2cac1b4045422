// This file holds the choice of the port to serve on.

package serve

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"syscall"
)

// portsTried bounds the search for a free port.
const portsTried = 50

// Listen listens on the address. When it is taken and next is set, it goes on to the ports after it.
func Listen(address string, next bool) (net.Listener, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("-addr %q is not of the form host:port, such as 127.0.0.1:8080", address)
	}
	port, err := strconv.Atoi(portText)
	if err != nil || port < 0 || port > 65535 {
		return nil, fmt.Errorf("-addr %q: the port must be a number from 0 to 65535", address)
	}
	for last := port + portsTried; ; port++ {
		l, err := net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(port)))
		if err == nil {
			return l, nil
		}
		if !next || !errors.Is(err, syscall.EADDRINUSE) || port >= min(last, 65535) {
			return nil, fmt.Errorf("cannot listen: %w; name a free address with -addr host:port", err)
		}
	}
}
