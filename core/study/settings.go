// This file reads settings, which cross as JSON text, into the sampler's own.

package study

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"dcctree/core/jsontext"
)

// DecodeSettings overlays the JSON object text on into, a pointer to a settings
// struct that holds the defaults. "" changes nothing. Unknown names, values of
// another type, null, and anything after the object are faults of code
// "setting" that name the field; ranges are for the settings' own Validate.
func DecodeSettings(text string, into any) error {
	if text == "" {
		return nil
	}
	if err := refuseNull(text); err != nil {
		return err
	}
	if err := jsontext.UnmarshalStrict(text, into); err != nil {
		return settingsFault(err, into)
	}
	return nil
}

// refuseNull exists because jsontext skips null without a word, and null
// is what JSON makes of NaN and Infinity.
func refuseNull(text string) error {
	var fields map[string]any
	if err := jsontext.Unmarshal(text, &fields); err != nil || fields == nil {
		return optionFault("settings", "must be one object of names and values")
	}
	if name := nullIn(fields); name != "" {
		return SettingFault(name, "setting.nan")
	}
	return nil
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

func settingsFault(err error, into any) error {
	var wrong *jsontext.TypeError
	if errors.As(err, &wrong) {
		return optionFault(wrong.Field, "is a %s; it must be %s", wrong.Value, typeWords(wrong.Type))
	}
	var unknown *jsontext.UnknownError
	if errors.As(err, &unknown) {
		return SettingFault(cut(unknown.Name), "setting.unknown", settingNames(into))
	}
	return optionFault("settings", "cannot be read: %v", err)
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

// settingNames lists the names that into's type accepts.
func settingNames(into any) []string {
	var names []string
	for _, f := range reflect.VisibleFields(reflect.TypeOf(into).Elem()) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); !f.Anonymous && name != "" && name != "-" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// cut shortens a name from outside to a length fit for an error; a name that is
// no word is quoted.
func cut(s string) string {
	if strings.TrimSpace(s) == "" {
		return quoteShort(s)
	}
	const limit = 60
	if len(s) > limit {
		return fmt.Sprintf("%s...", s[:limit])
	}
	return s
}
