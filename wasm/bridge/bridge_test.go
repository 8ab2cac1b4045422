//go:build js && wasm

// This file sends every message through vert and back, and typed arrays through
// memory and back.

package bridge

import (
	"errors"
	"math"
	"reflect"
	"strings"
	"syscall/js"
	"testing"

	"github.com/norunners/vert"

	"dcctree/core/dataset"
	"dcctree/core/study"
	"dcctree/wasm/protocol"
)

// messages holds one of each kind.
func messages() []any {
	all := []any{&protocol.Head{}, &study.Progress{}, &protocol.Reading{}, &protocol.Failed{}, &protocol.Notice{},
		&protocol.Replace{}, &protocol.Problem{}, &protocol.Packed{},
		&protocol.Crashed{}}
	for _, r := range protocol.Requests() {
		all = append(all, r.Options())
		if r.Answer != nil {
			all = append(all, reflect.New(reflect.TypeOf(r.Answer)).Interface())
		}
	}
	return all
}

// fill gives every field a value of its own, counting up from *n.
func fill(v reflect.Value, n *int) {
	*n++
	switch v.Kind() {
	case reflect.String:
		v.SetString("ä" + strings.Repeat("x", *n))
	case reflect.Int:
		v.SetInt(int64(*n))
	case reflect.Float64:
		v.SetFloat(float64(*n) + 0.1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 2, 2))
		fill(v.Index(0), n)
		fill(v.Index(1), n)
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for _, key := range []string{"de", "xx"} {
			value := reflect.New(v.Type().Elem()).Elem()
			fill(value, n)
			v.SetMapIndex(reflect.ValueOf(key), value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fill(v.Field(i), n)
		}
	default:
		panic("a message holds a field of a kind that this test does not know")
	}
}

func TestEveryMessageCrossesUnchanged(t *testing.T) {
	for _, m := range messages() {
		n := 0
		fill(reflect.ValueOf(m).Elem(), &n)
		back := reflect.New(reflect.TypeOf(m).Elem()).Interface()
		if err := Assign(vert.ValueOf(m).JSValue())(back); err != nil {
			t.Errorf("%T: %v", m, err)
		} else if !reflect.DeepEqual(m, back) {
			t.Errorf("%T: got %+v, want %+v", m, back, m)
		}
	}
}

// TestEmptyListsStayLists: a nil slice would arrive as null, on which the page's
// scripts would stumble.
func TestEmptyListsStayLists(t *testing.T) {
	v := vert.ValueOf(&study.Digest{Jobs: []string{}, Work: []string{}}).JSValue()
	if v.Get("jobs").Length() != 0 {
		t.Error("an empty list did not arrive as one")
	}
}

func TestAssignRefusesWhatIsNoMessage(t *testing.T) {
	thrower := js.Global().Get("Function").New("return new Proxy({}, {get() { return Symbol(); }})").Invoke()
	for name, v := range map[string]js.Value{
		"undefined": js.Undefined(), "null": js.Null(), "number": js.ValueOf(1), "text": js.ValueOf("open"),
		"symbols": thrower, "wrong types": js.ValueOf(map[string]any{"v": "one", "kind": 2, "id": true}),
	} {
		if head, m, err := protocol.DecodeRequest(Assign(v)); err == nil || m != nil {
			t.Errorf("%s was accepted: %+v %+v", name, head, m)
		}
	}
}

// TestFractionsAndNaNAreSeen: vert would make 1 of 1.9 and 0 of NaN if the field
// were an int.
func TestFractionsAndNaNAreSeen(t *testing.T) {
	for _, id := range []any{1.9, math.NaN(), math.Inf(1), -1} {
		v := js.ValueOf(map[string]any{"v": protocol.Version, "kind": "run", "id": id, "run": 1})
		if _, _, err := protocol.DecodeRequest(Assign(v)); err == nil {
			t.Errorf("id %v was accepted", id)
		}
	}
}

func TestFloatsKeepEveryBit(t *testing.T) {
	in := []float64{0, math.Copysign(0, -1), 1.0 / 3, math.Pi, math.MaxFloat64, 5e-324, math.Inf(-1), math.NaN()}
	out, err := Floats(FromFloats(in), len(in))
	if err != nil || len(out) != len(in) {
		t.Fatalf("%d numbers, error %v", len(out), err)
	}
	for i := range in {
		if math.Float64bits(in[i]) != math.Float64bits(out[i]) {
			t.Errorf("%v came back as %v", in[i], out[i])
		}
	}
	parts, err := Floats(FromFloats([]float64{1, 2}, nil, []float64{3}), 3)
	if err != nil || !reflect.DeepEqual(parts, []float64{1, 2, 3}) {
		t.Errorf("parts became %v, error %v", parts, err)
	}
	if FromFloats(nil).Length() != 0 {
		t.Error("nil did not become an empty array")
	}
}

func TestFloatsReadAViewWithinABuffer(t *testing.T) {
	whole := FromFloats([]float64{1, 2, 3, 4})
	out, err := Floats(whole.Call("subarray", 1, 3), 9)
	if err != nil || !reflect.DeepEqual(out, []float64{2, 3}) {
		t.Errorf("got %v, error %v", out, err)
	}
}

func TestFloatsRefuse(t *testing.T) {
	for name, v := range map[string]js.Value{
		"array": js.ValueOf([]any{1, 2}), "bytes": uint8Array.New(8), "text": js.ValueOf("1,2"),
		"too many": FromFloats(make([]float64, 4)),
	} {
		if out, err := Floats(v, 3); err == nil {
			t.Errorf("%s was taken as %v", name, out)
		}
	}
	if out, err := Floats(js.Null(), 3); out != nil || err != nil {
		t.Errorf("null: %v, error %v", out, err)
	}
}

func TestTableOfBytesAndColumns(t *testing.T) {
	text := js.Global().Get("TextEncoder").New().Call("encode", "x;y\n1,5;a\n2,5;b\n")
	columns := js.ValueOf([]any{
		map[string]any{"name": "x", "numbers": FromFloats([]float64{1.5, 2.5})},
		map[string]any{"name": "y", "texts": `["a","b"]`},
	})
	for name, p := range map[string]Arrival{"text": {Text: readText(text, false, 4)}, "columns": {Table: columns}} {
		table, err := p.TableOf("a.csv")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if table.Name != "a.csv" || table.Rows != 2 || table.Columns[0].Values[1] != 2.5 ||
			!reflect.DeepEqual(table.Columns[1].Labels, []string{"a", "b"}) {
			t.Errorf("%s: %+v", name, table)
		}
	}
	for name, v := range map[string]js.Value{
		"null": js.Null(), "text": js.ValueOf("x,y"), "object": js.ValueOf(map[string]any{"a": 1}),
		"columns without values": js.ValueOf([]any{map[string]any{"name": "x"}, map[string]any{"name": "y"}}),
		"texts that are numbers": js.ValueOf([]any{map[string]any{"name": "x", "texts": "[1]"}}),
	} {
		if table, err := (Arrival{Table: v}).TableOf("a.csv"); err == nil {
			t.Errorf("%s was read as %+v", name, table)
		}
	}
	_, err := (Arrival{Text: readText(uint8Array.New(0), false, 1)}).TableOf("a.csv")
	if err == nil || !strings.Contains(err.Error(), "empty") {
		t.Errorf("an empty file: %v", err)
	}
	one := js.Global().Get("TextEncoder").New().Call("encode", "x;y\n1,5;a\n")
	if table, err := (Arrival{Text: readText(one, true, 100)}).TableOf("a.csv"); err != nil || table.Rows != 1 {
		t.Errorf("a test table of one row: %v", err)
	}
}

// readText reads bytes in parts of n, as worker.js does.
func readText(bytes js.Value, test bool, n int) *dataset.Reader {
	before := host
	host = js.Global().Get("Object").New()
	host.Set("post", js.Global().Get("Function").New())
	defer func() { host = before }()
	var t text
	t.setBeside(study.TestOptions(dataset.ReadOptions{}, &dataset.Table{}))
	head := map[string]any{"v": protocol.Version, "kind": "open", "id": 1, "name": "a"}
	if test {
		head = map[string]any{"v": protocol.Version, "kind": "create", "id": 1, "task": "auto",
			"split": "random", "holdoutSeed": "1", "preset": "fast", "seed": "1", "standardize": "auto",
			"predictive": "likelihood", "workers": 1, "test": true}
	}
	for at := t.begin(js.ValueOf(head), bytes.Length()); at >= 0; {
		at = t.take(bytes.Call("subarray", at, at+n))
	}
	return t.reader
}

// player is a role that panics on demand.
type player struct {
	heard  []Arrival
	ticks  int
	broken []string
}

func (p *player) Receive(a Arrival) {
	if a.Head.Type() != js.TypeObject {
		panic(errors.New("no head"))
	}
	p.heard = append(p.heard, a)
}

// Tick panics at the second.
func (p *player) Tick() {
	p.ticks++
	_ = make([]int, 2)[p.ticks]
}

func (p *player) Broken(_ Arrival, text string) { p.broken = append(p.broken, text) }

func TestServeTurnsPanicsIntoReports(t *testing.T) {
	before := host
	host = js.ValueOf(map[string]any{})
	defer func() { host = before }()
	role := &player{}
	go Serve(role)
	for host.Get("tick").IsUndefined() {
		<-after(1)
	}
	head := js.ValueOf(map[string]any{"kind": "x"})
	host.Call("receive", 3, head, js.Null(), js.Null())
	host.Call("receive", 3, js.Null(), js.Null(), js.Null())
	host.Call("tick")
	host.Call("tick")
	host.Call("receive", 4, head, js.Null(), js.Null())
	if len(role.heard) != 2 || role.heard[1].Peer != 4 || role.ticks != 2 {
		t.Errorf("heard %d messages, %d ticks", len(role.heard), role.ticks)
	}
	if len(role.broken) != 2 || !strings.HasPrefix(role.broken[0], "panic: no head\n") ||
		!strings.Contains(role.broken[1], "index out of range") {
		t.Errorf("reports %q", role.broken)
	}
}

// after returns a channel that is closed after so many milliseconds.
func after(ms int) <-chan struct{} {
	done := make(chan struct{})
	var f js.Func
	f = js.FuncOf(func(js.Value, []js.Value) any {
		f.Release()
		close(done)
		return nil
	})
	js.Global().Call("setTimeout", f, ms)
	return done
}

func TestPostSendsHeadAndBulk(t *testing.T) {
	before := host
	defer func() { host = before }()
	var sent []js.Value
	post := js.FuncOf(func(_ js.Value, args []js.Value) any {
		sent = append(sent, args...)
		return nil
	})
	defer post.Release()
	host = js.ValueOf(map[string]any{"post": post})
	Refuse(7, &study.Fault{Code: "setting", Message: "chains is 0", Field: "chains"})
	Post(2, protocol.HeadOf("ready", 0), nil, FromFloats([]float64{4}))
	if len(sent) != 6 || sent[0].Int() != Page || sent[1].Get("id").Int() != 7 ||
		sent[1].Get("field").String() != "chains" || !sent[2].IsNull() {
		t.Fatalf("sent %v", sent)
	}
	if sent[3].Int() != 2 || sent[4].Get("kind").String() != "ready" || sent[5].Index(0).Float() != 4 {
		t.Errorf("sent %v", sent[3:])
	}
}
