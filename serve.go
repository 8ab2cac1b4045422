// Command dcctree builds the page and serves it on this machine (go run .), or writes it as a static site (go run .
// -build DIR) or as one HTML file with everything inside (go run . -single FILE.html).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"dcctree/internal/serve"
)

const defaultAddress = "127.0.0.1:8080"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := command(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "dcctree:", err)
		os.Exit(1)
	}
}

// command does what the arguments ask for, until ctx ends.
func command(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("dcctree", flag.ContinueOnError)
	flags.SetOutput(out)
	address := flags.String("addr", defaultAddress,
		"`host:port` to serve on; when not given, the next free port is taken")
	host := flags.String("host", "",
		"`name` to which the server answers, besides localhost and IP addresses; several with commas")
	build := flags.String("build", "", "write the site to this new or empty `folder` instead of serving it")
	single := flags.String("single", "",
		"write the page as this one HTML `file`, with everything inside, instead of serving it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q; see go run . -help", flags.Arg(0))
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if given["build"] && *build == "" {
		return errors.New("-build needs the name of a new or empty folder")
	}
	if given["build"] && given["single"] {
		return errors.New("-build and -single exclude each other: run one after the other")
	}
	if given["build"] {
		return publish(*build, out)
	}
	if given["single"] {
		return writeSingle(*single, out)
	}
	names, err := serve.Names(*address, *host)
	if err != nil {
		return err
	}
	return listen(ctx, *address, !given["addr"], names, out)
}

// open builds the binary and opens the site around it.
func open(out io.Writer) (*serve.Site, error) {
	root, err := serve.FindRoot(".")
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(out, "Building the WebAssembly binary (the first time takes a minute, compressing it twenty "+
		"seconds) ...")
	start := time.Now()
	if err := serve.Build(root); err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "Built in %.1f s.\n", time.Since(start).Seconds())
	return serve.OpenSite(root, serve.Built(root))
}

// publish writes the site to a folder, which it looks at first: a build would be wasted on one that must not be
// touched.
func publish(dir string, out io.Writer) error {
	if err := serve.CheckFolder(dir); err != nil {
		return err
	}
	site, err := open(out)
	if err != nil {
		return err
	}
	defer site.Close()
	fmt.Fprintln(out, "Compressing (half a minute) ...")
	if err := serve.Publish(site, dir, serve.PublishLevel); err != nil {
		return err
	}
	size, err := publishedVisit(site, dir)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Wrote the site to %s. A first visit transfers %.2f MB (brotli).\n", dir, float64(size)/1e6)
	return nil
}

// writeSingle writes the page as one file; a name that must not be touched is refused before the build.
func writeSingle(name string, out io.Writer) error {
	if err := serve.CheckSingle(name); err != nil {
		return err
	}
	site, err := open(out)
	if err != nil {
		return err
	}
	defer site.Close()
	size, err := serve.WriteSingle(site, name)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Wrote the page to %s: one file of %.2f MB, which opens by double click and needs no "+
		"network.\n", name, float64(size)/1e6)
	return nil
}

// publishedVisit is the size of a first visit to the folder just written, from a host that serves its .br files.
func publishedVisit(site *serve.Site, dir string) (int64, error) {
	names, err := serve.FirstVisit(site)
	if err != nil {
		return 0, err
	}
	var total int64
	for _, name := range names {
		path := filepath.Join(dir, filepath.FromSlash(name))
		info, err := os.Stat(path + ".br")
		if errors.Is(err, os.ErrNotExist) {
			info, err = os.Stat(path)
		}
		if err != nil {
			return 0, err
		}
		total += info.Size()
	}
	return total, nil
}

// listen serves the site until ctx ends. It takes the port before it builds, so that an address that cannot be had is
// said at once.
func listen(ctx context.Context, address string, next bool, names []string, out io.Writer) error {
	l, err := serve.Listen(address, next)
	if err != nil {
		return err
	}
	defer l.Close()
	site, err := open(out)
	if err != nil {
		return err
	}
	defer site.Close()
	if err := tellSize(site, out); err != nil {
		return err
	}
	server := serve.NewServer(site, names)
	context.AfterFunc(ctx, func() { server.Close() })
	fmt.Fprintf(out, "Open http://%s in a browser. Ctrl-C ends it.\n",
		strings.Replace(l.Addr().String(), "[::]", "localhost", 1))
	if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// tellSize prints what a first visit transfers, and so has all of it compressed before anybody asks for it.
func tellSize(site *serve.Site, out io.Writer) error {
	names, err := serve.FirstVisit(site)
	if err != nil {
		return err
	}
	size, err := serve.VisitSize(site, names)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "A first visit transfers %.2f MB (brotli).\n", float64(size)/1e6)
	return nil
}
