// Errors that the bridge rejects with, as the page tells them.

package logic

// Fault is a rejection of the bridge: Message is the text for people, German the same in German ("" where there is
// none), Field or Column what it is about.
type Fault struct {
	Code    string `js:"code"`
	Message string `js:"message"`
	German  string `js:"german"`
	Field   string `js:"field"`
	Column  string `js:"column"`
}

// Error tells it in the page's language, as far as it has words for it.
func (f *Fault) Error() string {
	if f.German == "" {
		return f.Message
	}
	return inSpoken(f.Message, f.German)
}

// Plain is the fault as programs get it.
func (f *Fault) Plain() map[string]any {
	return map[string]any{"code": f.Code, "message": f.Message, "german": f.German, "field": f.Field,
		"column": f.Column}
}

// notesSpoken chooses between notes and the same in German.
func notesSpoken(english, german []string) []string {
	if len(german) != len(english) {
		return english
	}
	return inSpoken(english, german)
}
