// JSON text of Go's values.

package export

import (
	"encoding/json"
	"strings"
)

// JSON returns the value as encoding/json writes it, but with <, > and & as they are: the text goes to files and to
// scripts, never into HTML. It fails on NaN and infinite numbers.
func JSON(value any) (string, error) {
	var text strings.Builder
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return "", err
	}
	return strings.TrimSuffix(text.String(), "\n"), nil
}
