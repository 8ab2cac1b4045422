// This file fuzzes what comes from outside: requests, and workers' messages. `go test` runs the seeds and the committed
// corpus.

package protocol

import (
	"errors"
	"testing"

	"dcctree/core/study"
)

func FuzzDecode(f *testing.F) {
	for _, text := range []string{
		`{"v":2,"kind":"open","id":1,"name":"a.csv"}`,
		`{"v":2,"kind":"open","id":1,"name":"a.csv","separator":";","header":"no","kindNames":["a"],` +
			`"kinds":["days"]}`,
		`{"v":2,"kind":"review","id":1,"target":"y","features":["x"],"task":"auto"}`, `{` + goodCreate + `}`,
		`{"v":2,"kind":"step","id":1,"run":1}`, `{"v":3,"kind":"step","id":1,"run":1}`,
		`{"v":2,"kind":"result","id":1,"run":1,"words":["100"]}`,
		`{"v":2,"kind":"problem","rows":1,"columns":1,"seed":"1"}`,
		`{"v":2,"kind":"compare","id":1,"run":1,"what":"priors"}`, `{"v":1e300,"id":-1}`,
		`{"v":2,"kind":"plot","id":1,"run":1,"name":"map","set":"test","width":316,"x":0,"y":1}`,
		`{"v":2,"kind":"diagnose","id":1,"run":1,"topology":"100"}`,
		`{"v":2,"kind":"draws","id":1,"run":1,"topology":"100"}`, `{"v":2,"kind":"account","id":1,"run":1}`,
		`{"v":2,"kind":"leave","worker":2}`,
		`{"v":2,"kind":"explain","id":1,"run":1,"set":"test","row":3,"columns":2,"width":316}`, `[]`, ``,
		`{"v":2,"kind":"export","id":1,"run":1,"what":"rules","language":"sql"}`,
		`{"v":2,"kind":"more","id":2,"run":1,"export":1}`,
		`{"v":2,"kind":"contest","id":1,"run":1,"methods":["cart"],"seconds":4}`,
		`{"v":2,"kind":"standings","id":1,"run":1,"set":"test","width":220}`,
		`{"v":2,"kind":"survey","id":1,"run":1,"width":640}`,
		`{"v":2,"kind":"rows-at","id":1,"run":1,"topology":"100","node":2,"limit":9}`,
		`{"v":2,"kind":"figure","id":1,"run":1,"name":"tree","width":640,"limit":12,"set":"test",` +
			`"collapsed":"1,5"}`,
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, decode := range []func(Assign) (Head, study.Options, error){DecodeRequest, DecodeFromWorker,
			DecodeToWorker} {
			head, m, err := decode(fromJSON(text))
			if !study.Whole(head.ID, 0, maxWhole) {
				t.Errorf("head with id %v", head.ID)
			}
			if err == nil {
				if err := m.Validate(); err != nil {
					t.Errorf("accepted, then refused: %v", err)
				}
				continue
			}
			var fault *study.Fault
			if m != nil || !errors.As(err, &fault) || fault.Code == "" || fault.Error() == "" {
				t.Errorf("message %v with error %v", m, err)
			}
		}
	})
}
