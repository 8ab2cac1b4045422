// This file tests the command line; the building and serving behind it is tested in internal/serve and in browser.

package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"strings"
	"testing"
)

func TestCommandRefusesWhatItDoesNotKnow(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"here"}, `unexpected argument "here"`},
		{[]string{"-build", ""}, "-build needs the name"},
		{[]string{"-build", "."}, "nothing was changed"},
		{[]string{"-single", ""}, "-single needs the name"},
		{[]string{"-single", "page"}, "-single needs the name"},
		{[]string{"-single", "site/index.html"}, "nothing was changed"},
		{[]string{"-single", "a.html", "-build", "a"}, "exclude each other"},
		{[]string{"-addr", "here"}, "-addr"},
		{[]string{"-host", "lab:80"}, "-host"},
		{[]string{"-addr", "127.0.0.1:99999"}, "port"},
		{[]string{"-port", "1"}, "-port"},
	} {
		var out bytes.Buffer
		err := command(context.Background(), c.args, &out)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one with %q", c.args, err, c.want)
		}
		if strings.Contains(out.String(), "Building") {
			t.Errorf("%q: a build was started before the arguments were checked", c.args)
		}
	}
}

func TestCommandHelp(t *testing.T) {
	var out bytes.Buffer
	err := command(context.Background(), []string{"-help"}, &out)
	if !errors.Is(err, flag.ErrHelp) {
		t.Errorf("error %v", err)
	}
	for _, name := range []string{"-addr", "-build", "-single", defaultAddress} {
		if !strings.Contains(out.String(), name) {
			t.Errorf("the help does not name %s:\n%s", name, out.String())
		}
	}
}
