// This file reads settings, which cross as JSON text, into the sampler's own.

package study

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// DecodeSettings overlays the JSON object text on into, a pointer to a settings
// struct that holds the defaults. "" changes nothing. Unknown names, values of
// another type, null, and anything after the object are faults of code
// "setting" that name the field; ranges are for the settings' own Validate.
func DecodeSettings(text string, into any) error {
	if text == "" {
		return nil
	}
	var fields map[string]any
	if err := json.Unmarshal([]byte(text), &fields); err != nil || fields == nil {
		return optionFault("settings", "must be one object of names and values")
	}
	// encoding/json skips null without a word, and null is what JSON makes of NaN and Infinity
	if name := nullIn(fields); name != "" {
		return SettingFault(name, "setting.nan")
	}
	t := reflect.TypeOf(into).Elem()
	// it does not mind capitals either: "Chains" would set chains
	if name := unknownIn(fields, t); name != "" {
		return SettingFault(cut(name), "setting.unknown", slices.Sorted(maps.Keys(settingFields(t))))
	}
	return settingsFault(json.Unmarshal([]byte(text), into))
}

// nullIn returns the dotted name of the first field that is null, "" for none.
func nullIn(fields map[string]any) string {
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		switch value := fields[name].(type) {
		case nil:
			return cut(name)
		case map[string]any:
			if inner := nullIn(value); inner != "" {
				return cut(name) + "." + inner
			}
		}
	}
	return ""
}

// unknownIn returns the first name, of fields or of an object among them, that the struct type lacks, "" for none.
func unknownIn(fields map[string]any, t reflect.Type) string {
	known := settingFields(t)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		f, ok := known[name]
		if !ok {
			return name
		}
		if inner, ok := fields[name].(map[string]any); ok && f.Kind() == reflect.Struct {
			if name := unknownIn(inner, f); name != "" {
				return name
			}
		}
	}
	return ""
}

// settingFields are the types of the fields that a struct type accepts, by their names in JSON.
func settingFields(t reflect.Type) map[string]reflect.Type {
	known := map[string]reflect.Type{}
	for _, f := range reflect.VisibleFields(t) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && name != "" && name != "-" {
			known[name] = f.Type
		}
	}
	return known
}

func settingsFault(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return optionFault(wrong.Field, "is a %s; it must be %s", wrong.Value, typeWords(wrong.Type))
	}
	if err != nil {
		return optionFault("settings", "cannot be read: %v", err)
	}
	return nil
}

// typeWords says for people what a field takes.
func typeWords(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.String:
		return "a word"
	}
	return "an object of names and values"
}

// cut shortens a name from outside to a length fit for an error; a name that is
// no word is quoted.
func cut(s string) string {
	if strings.TrimSpace(s) == "" {
		return QuoteShort(s)
	}
	const limit = 60
	if len(s) > limit {
		return fmt.Sprintf("%s...", s[:limit])
	}
	return s
}
