package main

import (
	"fmt"
	"os"
	"path/filepath"

	"dcctree/internal/serve"
)

func main() {
	root, _ := serve.FindRoot(".")
	if err := serve.Build(root); err != nil {
		panic(err)
	}
	site, err := serve.OpenSite(root, serve.Built(root))
	if err != nil {
		panic(err)
	}
	names, _ := serve.FirstVisit(site)
	dir := "/tmp/site_large"
	os.RemoveAll(dir)
	if err := serve.Publish(site, dir, serve.PublishLevel); err != nil {
		panic(err)
	}
	var total int64
	for _, n := range names {
		info, err := os.Stat(filepath.Join(dir, n) + ".br")
		if err != nil {
			info, err = os.Stat(filepath.Join(dir, n))
		}
		total += info.Size()
		fmt.Println(n, info.Size())
	}
	fmt.Println(total)
}
