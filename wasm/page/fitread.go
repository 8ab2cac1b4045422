//go:build js && wasm

// This file reads answers of a fit, whose predictions may be many.

package page

import (
	"encoding/json"
	"strings"
	"syscall/js"

	"dcctree/core/fit"
	"dcctree/wasm/page/logic"
)

// readLean reads a fit.Answer or a fit.Predicted but for its predictions, of which only the first is looked at: 30,000
// of them would hold the page for seconds.
func readLean(v js.Value, into any) error {
	lean := js.Global().Get("Object").Call("assign", object(map[string]any{}), v)
	lean.Set("predictions", predictionsOf(v).Call("slice", 0, 1))
	return json.Unmarshal([]byte(jsonOf(lean)), into)
}

// predictionsOf is the list of those of such an answer, which may have none.
func predictionsOf(v js.Value) js.Value {
	if list := v.Get("predictions"); list.Truthy() {
		return list
	}
	return js.ValueOf([]any{})
}

// predictionsAtOnce are read and written without a pause.
const predictionsAtOnce = 100

// csvOf writes the predictions of such an answer as CSV; said returns them in the page's language.
func csvOf(v js.Value, target string, classes []string, said func([]fit.Prediction) []fit.Prediction) (string, error) {
	var b strings.Builder
	b.WriteString(logic.FitCSVHead(target, classes))
	list := predictionsOf(v)
	for from := 0; from < list.Length(); from += predictionsAtOnce {
		var some []fit.Prediction
		text := jsonOf(list.Call("slice", from, from+predictionsAtOnce))
		if err := json.Unmarshal([]byte(text), &some); err != nil {
			return "", err
		}
		b.WriteString(logic.FitCSV(classes, said(some)))
		breathe()
	}
	return b.String(), nil
}

func jsonOf(v js.Value) string { return js.Global().Get("JSON").Call("stringify", v).String() }
