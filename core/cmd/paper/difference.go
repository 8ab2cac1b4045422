// Where two values first differ, by their JSON.

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// difference says where the JSON of a and b first differ, beginning with the path: "run.seed is 1, but 2"; "" where
// they agree.
func difference(path string, a, b any) string { return differ(path, parsed(a), parsed(b)) }

// parsed is the JSON of v as maps, lists and numbers with all their digits.
func parsed(v any) (out any) {
	dec := json.NewDecoder(bytes.NewReader(compact(v)))
	dec.UseNumber()
	if err := dec.Decode(&out); err != nil {
		panic("paper: JSON that was just written cannot be read: " + err.Error())
	}
	return out
}

func differ(path string, a, b any) string {
	switch x := a.(type) {
	case map[string]any:
		if y, ok := b.(map[string]any); ok {
			return differInside(path, x, y)
		}
	case []any:
		y, ok := b.([]any)
		if !ok {
			break
		}
		for k := range min(len(x), len(y)) {
			if where := differ(fmt.Sprintf("%s[%d]", path, k), x[k], y[k]); where != "" {
				return where
			}
		}
		if len(x) != len(y) {
			return fmt.Sprintf("%s has %d entries, but %d", path, len(x), len(y))
		}
		return ""
	default:
		if a == b {
			return ""
		}
	}
	return fmt.Sprintf("%s is %s, but %s", path, compact(a), compact(b))
}

func differInside(path string, a, b map[string]any) string {
	keys := slices.Sorted(maps.Keys(a))
	for key := range b {
		if _, ok := a[key]; !ok {
			keys = append(keys, key)
		}
	}
	slices.Sort(keys)
	for _, key := range keys {
		if where := differ(path+"."+key, a[key], b[key]); where != "" {
			return where
		}
	}
	return ""
}
