// Go's values as JSON.

package jsontext

import (
	"fmt"
	"math"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Marshal writes a value of the types that Unmarshal reads. Names of maps are sorted; a field whose tag
// says omitempty is left out where it is false, 0, nil or has no elements. It fails on NaN and infinite
// numbers, for which JSON has no words.
func Marshal(value any) (string, error) {
	var w writer
	w.write(reflect.ValueOf(value))
	return w.String(), w.err
}

type writer struct {
	strings.Builder
	err error
}

func (w *writer) write(v reflect.Value) {
	switch v.Kind() {
	case reflect.Invalid:
		w.WriteString("null")
	case reflect.Pointer, reflect.Interface:
		w.write(v.Elem()) // of nil it is invalid
	case reflect.Bool:
		w.WriteString(strconv.FormatBool(v.Bool()))
	case reflect.Int:
		w.WriteString(strconv.FormatInt(v.Int(), 10))
	case reflect.Float64:
		w.number(v.Float())
	case reflect.String:
		w.quote(v.String())
	case reflect.Slice:
		w.slice(v)
	case reflect.Map:
		w.table(v)
	case reflect.Struct:
		w.fields(v)
	default:
		panic(fmt.Sprintf("jsontext: a value of type %s cannot be written", v.Type()))
	}
}

func (w *writer) number(x float64) {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		w.err = fmt.Errorf("%v is no number that JSON can hold", x)
		return
	}
	format := byte('f')
	if abs := math.Abs(x); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	w.WriteString(strconv.FormatFloat(x, format, -1, 64))
}

func (w *writer) quote(s string) {
	w.WriteByte('"')
	for _, r := range s {
		switch i := strings.IndexRune(escaped, r); {
		case r == '/' || r == utf8.RuneError || i < 0 && r >= ' ' && r != '\u2028' && r != '\u2029':
			w.WriteRune(r)
		case i >= 0:
			w.WriteString(`\` + escapes[i:i+1])
		default:
			fmt.Fprintf(w, `\u%04x`, r)
		}
	}
	w.WriteByte('"')
}

func (w *writer) slice(v reflect.Value) {
	if v.IsNil() {
		w.WriteString("null")
		return
	}
	w.WriteByte('[')
	for i := range v.Len() {
		if i > 0 {
			w.WriteByte(',')
		}
		w.write(v.Index(i))
	}
	w.WriteByte(']')
}

func (w *writer) table(v reflect.Value) {
	if v.IsNil() {
		w.WriteString("null")
		return
	}
	names := v.MapKeys()
	sort.Slice(names, func(i, j int) bool { return names[i].String() < names[j].String() })
	w.WriteByte('{')
	for i, name := range names {
		w.member(i == 0, name.String(), v.MapIndex(name))
	}
	w.WriteByte('}')
}

func (w *writer) fields(v reflect.Value) {
	w.WriteByte('{')
	first := true
	for i := range v.NumField() {
		f := v.Type().Field(i)
		if name := fieldName(f); name != "" && !(leftOut(f) && empty(v.Field(i))) {
			w.member(first, name, v.Field(i))
			first = false
		}
	}
	w.WriteByte('}')
}

// leftOut reports whether a field is left out where it is empty.
func leftOut(f reflect.StructField) bool { return strings.HasSuffix(f.Tag.Get("json"), ",omitempty") }

func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func (w *writer) member(first bool, name string, value reflect.Value) {
	if !first {
		w.WriteByte(',')
	}
	w.quote(name)
	w.WriteByte(':')
	w.write(value)
}
