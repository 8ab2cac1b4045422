// The texts of a page in a frame that may not do everything.

package page

var sandboxText = map[string]string{
	"take.handed": "%s was handed to the browser. If no file comes, the page around this frame does not allow it: its sandbox lacks allow-downloads.", // file
	"take.select": "This frame may not copy. The link, settings and seed without data: %s",                                                            // address
}
