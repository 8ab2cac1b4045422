// Package jsontext reads and writes JSON text, in the meaning of RFC 8259.
//
// encoding/json does the same and more; it would add 40 KB to the 1.5 MB that a first visit may transfer. Tests hold
// the two together. What differs: names must match exactly, and a type that is not read or written here is a panic.
package jsontext

import (
	"errors"
	"reflect"
	"strconv"
	"strings"
)

// deepest bounds how far arrays and objects are nested.
const deepest = 100

// ErrSyntax is wrapped by the error for a text that is no JSON.
var ErrSyntax = errors.New("the text is no JSON")

// TypeError says that a value is of another type than what it is to be read into.
type TypeError struct {
	Field string       // dotted names down to the value; "" for the whole text
	Value string       // "number", "number 1.5", "string", "bool", "array" or "object"
	Type  reflect.Type // what is wanted
}

func (e *TypeError) Error() string {
	return "a " + e.Value + " cannot be read into " + e.Field + " of type " + e.Type.String()
}

// UnknownError names a field that the value has no place for.
type UnknownError struct{ Name string }

func (e *UnknownError) Error() string { return "unknown field " + strconv.Quote(e.Name) }

// Unmarshal reads one JSON text into what the pointer into points at: bool, int, float64, string, any (bool, float64,
// string, []any, map[string]any or nil), pointers, slices, maps by string and structs of these. Fields of a struct go
// by the name in their json tag or else by their own; null and fields that are missing leave what is there, names that
// no field has are passed over. The error is a *TypeError or wraps ErrSyntax.
func Unmarshal(text string, into any) error { return unmarshal(text, into, false) }

// UnmarshalStrict is Unmarshal where a name that no field has is an *UnknownError.
func UnmarshalStrict(text string, into any) error { return unmarshal(text, into, true) }

func unmarshal(text string, into any, strict bool) error {
	value, err := parse(text)
	if err != nil {
		return err
	}
	return setter{strict}.set(reflect.ValueOf(into).Elem(), value, "")
}

// object keeps the order of its names, so that the first fault is the first in the text.
type object []member

type member struct {
	name  string
	value any
}

// number is a number as it is written.
type number string

// setter carries values into Go's.
type setter struct{ strict bool }

func (s setter) set(to reflect.Value, value any, field string) error {
	if to.Kind() == reflect.Pointer && value != nil {
		if to.IsNil() {
			to.Set(reflect.New(to.Type().Elem()))
		}
		return s.set(to.Elem(), value, field)
	}
	if to.Kind() == reflect.Interface {
		plain, err := plainly(value, field)
		if err == nil {
			to.Set(valueOf(plain, to.Type()))
		}
		return err
	}
	switch v := value.(type) {
	case nil:
		return setNull(to)
	case bool:
		if to.Kind() == reflect.Bool {
			to.SetBool(v)
			return nil
		}
		return &TypeError{field, "bool", to.Type()}
	case string:
		if to.Kind() == reflect.String {
			to.SetString(v)
			return nil
		}
		return &TypeError{field, "string", to.Type()}
	case number:
		return setNumber(to, string(v), field)
	case []any:
		return s.setArray(to, v, field)
	}
	return s.setObject(to, value.(object), field)
}

// valueOf is a reflect.Value also of nil.
func valueOf(x any, t reflect.Type) reflect.Value {
	if x == nil {
		return reflect.Zero(t)
	}
	return reflect.ValueOf(x)
}

func setNull(to reflect.Value) error {
	switch to.Kind() {
	case reflect.Pointer, reflect.Map, reflect.Slice:
		to.SetZero()
	}
	return nil
}

func setNumber(to reflect.Value, text, field string) error {
	switch to.Kind() {
	case reflect.Float64:
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return &TypeError{field, "number " + text, to.Type()}
		}
		to.SetFloat(x)
		return nil
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, 0)
		if err != nil {
			return &TypeError{field, "number " + text, to.Type()}
		}
		to.SetInt(n)
		return nil
	}
	return &TypeError{field, "number", to.Type()}
}

func (s setter) setArray(to reflect.Value, values []any, field string) error {
	if to.Kind() != reflect.Slice {
		return &TypeError{field, "array", to.Type()}
	}
	made := reflect.MakeSlice(to.Type(), len(values), len(values))
	for i, v := range values {
		if err := s.set(made.Index(i), v, field); err != nil {
			return err
		}
	}
	to.Set(made)
	return nil
}

func (s setter) setObject(to reflect.Value, members object, field string) error {
	switch to.Kind() {
	case reflect.Struct:
		return s.setStruct(to, members, field)
	case reflect.Map:
		if to.IsNil() {
			to.Set(reflect.MakeMap(to.Type()))
		}
		for _, m := range members {
			value := reflect.New(to.Type().Elem()).Elem()
			if err := s.set(value, m.value, dotted(field, m.name)); err != nil {
				return err
			}
			to.SetMapIndex(reflect.ValueOf(m.name), value)
		}
		return nil
	}
	return &TypeError{field, "object", to.Type()}
}

func (s setter) setStruct(to reflect.Value, members object, field string) error {
	for _, m := range members {
		i := fieldNamed(to.Type(), m.name)
		if i < 0 && s.strict {
			return &UnknownError{m.name}
		}
		if i < 0 {
			continue
		}
		if err := s.set(to.Field(i), m.value, dotted(field, m.name)); err != nil {
			return err
		}
	}
	return nil
}

func dotted(outer, name string) string {
	if outer == "" {
		return name
	}
	return outer + "." + name
}

func fieldNamed(t reflect.Type, name string) int {
	for i := range t.NumField() {
		if fieldName(t.Field(i)) == name {
			return i
		}
	}
	return -1
}

// fieldName is what a field is called in JSON; "" where it is not exported.
func fieldName(f reflect.StructField) string {
	if !f.IsExported() {
		return ""
	}
	if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); tag != "" {
		return tag
	}
	return f.Name
}

// plainly makes maps and float64 of objects and numbers.
func plainly(value any, field string) (any, error) {
	switch v := value.(type) {
	case number:
		x, err := strconv.ParseFloat(string(v), 64)
		if err != nil {
			return nil, &TypeError{field, "number " + string(v), reflect.TypeFor[float64]()}
		}
		return x, nil
	case []any:
		out := make([]any, len(v))
		for i := range v {
			x, err := plainly(v[i], field)
			if err != nil {
				return nil, err
			}
			out[i] = x
		}
		return out, nil
	case object:
		out := make(map[string]any, len(v))
		for _, m := range v {
			x, err := plainly(m.value, dotted(field, m.name))
			if err != nil {
				return nil, err
			}
			out[m.name] = x
		}
		return out, nil
	}
	return value, nil
}
