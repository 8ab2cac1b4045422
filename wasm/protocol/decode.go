// This file finds out which message is at hand, decodes and checks it.

package protocol

import (
	"strconv"

	"dcctree/core/study"
)

// maxWhole is the largest whole number up to which JavaScript holds all exactly.
const maxWhole = 1 << 53

// Assign fills the struct that into points to from the message at hand. It is
// called once with a *Head and then with the message's own type.
type Assign func(into any) error

// DecodeRequest reads a message of the page. The head comes back even where
// the rest is faulty, so that the refusal can carry the request's ID. The error
// is a *study.Fault: "protocol-version" for a message of another version, "message"
// for one that does not hold together, "setting" for an option out of range.
func DecodeRequest(assign Assign) (Head, study.Options, error) {
	return decode(assign, func(h Head) (study.Options, error) {
		r, known := requests[h.Kind]
		switch {
		case !known:
			return nil, noSuch()
		case r.Answer != nil && h.ID == 0:
			return nil, study.MessageFault("a request needs an id above 0")
		case r.OfRun && !study.Whole(h.Run, 1, maxWhole):
			return nil, study.MessageFault("run %v is not the number of a run", h.Run)
		}
		return r.Options(), nil
	})
}

// DecodeFromWorker reads a message that a worker sent to the coordinator.
func DecodeFromWorker(assign Assign) (Head, study.Options, error) {
	return decode(assign, func(h Head) (study.Options, error) {
		least := 1.0
		switch h.Kind {
		case KindReady, KindCrashed:
			least = 0
		}
		if !study.Whole(h.Run, least, maxWhole) {
			return nil, study.MessageFault("run %v is not the number of a run", h.Run)
		}
		switch h.Kind {
		case KindReady, KindBeat:
			return &Empty{}, nil
		case KindStage:
			return &FitPart{}, nil
		case KindResult:
			return &Packed{}, nil
		case KindCrashed:
			return &Crashed{}, nil
		}
		return nil, noSuch()
	})
}

// DecodeToWorker reads a message that the coordinator sent to a worker.
func DecodeToWorker(assign Assign) (Head, study.Options, error) {
	return decode(assign, func(h Head) (study.Options, error) {
		switch {
		case h.Kind == KindProblem:
			return &Problem{}, nil
		case h.Kind == KindJob && study.Whole(h.Run, 1, maxWhole):
			return &Packed{}, nil
		case h.Kind == KindJob:
			return nil, study.MessageFault("run %v is not the number of a run", h.Run)
		}
		return nil, noSuch()
	})
}

func noSuch() *study.Fault { return study.MessageFault("there is no such message") }

// decode reads the head, and then what empty returns for it.
func decode(assign Assign, empty func(Head) (study.Options, error)) (Head, study.Options, error) {
	var head Head
	if err := assign(&head); err != nil {
		return Head{}, nil, about("", study.MessageFault("%v", err))
	}
	if !study.Whole(head.ID, 0, maxWhole) {
		id := head.ID
		head.ID = 0
		return head, nil, about(head.Kind, study.MessageFault("id %v is not a whole number", id))
	}
	if head.V != Version {
		return head, nil, versionFault(head.V)
	}
	m, err := empty(head)
	if err == nil {
		if err = assign(m); err != nil {
			err = study.MessageFault("%v", err)
		} else {
			err = m.Validate()
		}
	}
	if err != nil {
		return head, nil, about(head.Kind, err)
	}
	return head, m, nil
}

// about names the kind of the message in a fault of its shape; options name themselves.
func about(kind string, err error) error {
	f := study.FaultOf(err)
	if f.Code == study.CodeMessage {
		f.Message = "message " + study.QuoteShort(kind) + ": " + f.Message
	}
	return f
}

// versionFault answers a message of another version.
func versionFault(v float64) *study.Fault {
	return &study.Fault{Code: study.CodeProtocolVersion, Message: "A part of this page speaks version " +
		strconv.FormatFloat(v, 'g', 6, 64) + " of its messages and another version " + strconv.Itoa(Version) +
		". Reload the page, past the cache if need be (Ctrl+Shift+R), so that all parts are of one version."}
}
