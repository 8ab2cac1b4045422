// The mark that a wish to remember leaves on the device, and the folder that holds it.

package page

import (
	"strings"

	"dcctree/wasm/jsontext"
)

// mark says that keeping is wished, and what is kept. It holds no row of a table, so that a visit can offer what is
// kept without loading it.
type mark struct {
	ID   string  `json:"id"`   // of the wish: who stores reads it again right before
	Name string  `json:"name"` // of the table that is kept
	Date float64 `json:"date"` // when it was kept, milliseconds since 1970; 0 where nothing is kept yet
}

func (m mark) text() string {
	text, err := jsontext.Marshal(m)
	if err != nil {
		panic("page: a mark does not marshal")
	}
	return text
}

// readMark reads a mark. One that is damaged is nobody's: nothing is stored under it, and forgetting removes it.
func readMark(text string) mark {
	var m mark
	if jsontext.Unmarshal(text, &m) != nil {
		return mark{}
	}
	return m
}

// deviceFolder names the folder for the page at this path: pages in different folders of a host keep what is theirs
// apart.
func deviceFolder(path string) string {
	return "dcctree " + quote(path[:strings.LastIndex(path, "/")+1])
}
