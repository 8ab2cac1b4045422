// What the test of the network lock saw, in words.

package page

import (
	"fmt"
	"html"
	"strings"
)

// attempt is one way that was tried to one address.
type attempt struct {
	Way, Where, URL string
}

// directive is what refused the attempt, "" when nothing is known to have. Browsers report a WebSocket's address with its own scheme.
func (t attempt) directive(refused map[string]string) string {
	for address, by := range refused {
		_, told, _ := strings.Cut(address, "://")
		_, tried, _ := strings.Cut(t.URL, "://")
		if told == tried {
			return by
		}
	}
	return ""
}

func attemptsMarkup(tries []attempt, refused map[string]string, waiting bool) string {
	var m strings.Builder
	for _, t := range tries {
		saw, class := text("lock.quiet"), "leaky"
		switch by := t.directive(refused); {
		case by != "":
			saw, class = fmt.Sprintf(text("lock.refused"), by), "shut"
		case waiting:
			saw, class = text("lock.trying"), "trying"
		}
		fmt.Fprintf(&m, `<tr class="%s"><th scope="row">%s</th><td>%s</td><td>%s</td></tr>`,
			class, html.EscapeString(t.Way), html.EscapeString(t.Where), html.EscapeString(saw))
	}
	return m.String()
}

func lockVerdict(tries []attempt, refused map[string]string) string {
	open := 0
	for _, t := range tries {
		if t.directive(refused) == "" {
			open++
		}
	}
	if open == 0 {
		return fmt.Sprintf(text("lock.shut"), len(tries))
	}
	return fmt.Sprintf(text("lock.leaky"), open, len(tries))
}
