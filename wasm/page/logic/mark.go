// The mark that a wish to remember leaves on the device, and the folder that holds it.

package logic

import (
	"encoding/json"
	"strings"

	"dcctree/core/export"
)

// Mark says that keeping is wished, and what is kept. It holds no row of a table, so that a visit can offer what is
// kept without loading it.
type Mark struct {
	ID   string  `json:"id"`   // of the wish: who stores reads it again right before
	Name string  `json:"name"` // of the table that is kept
	Date float64 `json:"date"` // when it was kept, milliseconds since 1970; 0 where nothing is kept yet
}

func (m Mark) Text() string {
	text, err := export.JSON(m)
	if err != nil {
		panic("page: a mark does not marshal")
	}
	return text
}

// ReadMark reads a mark. One that is damaged is nobody's: nothing is stored under it, and forgetting removes it.
func ReadMark(text string) Mark {
	var m Mark
	if json.Unmarshal([]byte(text), &m) != nil {
		return Mark{}
	}
	return m
}

// DeviceFolder names the folder for the page at this path: pages in different folders of a host keep what is theirs
// apart.
func DeviceFolder(path string) string {
	return "dcctree " + quote(path[:strings.LastIndex(path, "/")+1])
}
