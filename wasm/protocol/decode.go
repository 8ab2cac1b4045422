// This file finds out which message stands before the reader, decodes and
// checks it.

package protocol

// Assign fills the struct that into points to from the message at hand. It is
// called once with a *Head and then with the message's own type.
type Assign func(into any) error

// DecodeRequest reads a message of the page. The head comes back even where
// the rest is faulty, so that the refusal can carry the request's ID. The error
// is a *Fault: "protocol-version" for a message of another version, "message"
// for one that does not hold together, "setting" for an option out of range.
func DecodeRequest(assign Assign) (Head, Message, error) {
	return decode(assign, newRequest)
}

// DecodeFromWorker reads a message that a worker sent to the coordinator.
func DecodeFromWorker(assign Assign) (Head, Message, error) {
	return decode(assign, newFromWorker)
}

// DecodeToWorker reads a message that the coordinator sent to a worker.
func DecodeToWorker(assign Assign) (Head, Message, error) {
	return decode(assign, newToWorker)
}

func decode(assign Assign, make func(kind string) Message) (Head, Message, error) {
	var head Head
	if err := assign(&head); err != nil {
		return Head{}, nil, messageFault("", "%v", err)
	}
	if !whole(head.ID, 0, maxWhole) {
		head.ID = 0
	}
	if head.V != Version {
		return head, nil, versionFault(head.V)
	}
	m := make(head.Kind)
	if m == nil {
		return head, nil, messageFault(head.Kind, "there is no such message")
	}
	if err := assign(m); err != nil {
		return head, nil, messageFault(head.Kind, "%v", err)
	}
	if err := m.Validate(); err != nil {
		return head, nil, err
	}
	return head, m, nil
}

// newRequest returns an empty message of a kind that a page sends.
func newRequest(kind string) Message {
	switch kind {
	case KindOpen:
		return &Open{}
	case KindReview, KindLeftOut:
		return &Choose{}
	case KindCreate:
		return &Create{}
	case KindStep, KindRun, KindPause, KindStop, KindRelease, KindTopologies, KindTrees, KindMetrics, KindDigest, KindCART, KindAbandon, KindAccount, KindVerdict:
		return &Command{}
	case KindCompare:
		return &Compare{}
	case KindContest:
		return &Contest{}
	case KindStand:
		return &Stand{}
	case KindExport:
		return &Export{}
	case KindMore:
		return &More{}
	case KindPredict, KindAverage:
		return &Predict{}
	case KindDiagnose:
		return &Diagnose{}
	case KindPlot:
		return &Plot{}
	case KindExplain:
		return &Explain{}
	case KindFigure:
		return &Figure{}
	case KindSurvey:
		return &Survey{}
	case KindRowsAt:
		return &RowsAt{}
	case KindDraws:
		return &Draws{}
	case KindJoin, KindLeave:
		return &Join{}
	case KindLost:
		return &Lost{}
	case KindSave:
		return &Save{}
	case KindRestore:
		return &Restore{}
	case KindLook:
		return &Look{}
	}
	return nil
}

// newFromWorker returns an empty message of a kind that a worker sends.
func newFromWorker(kind string) Message {
	switch kind {
	case KindReady:
		return &Ready{}
	case KindBeat:
		return &Beat{}
	case KindResult:
		return &Result{}
	case KindCrashed:
		return &Crashed{}
	}
	return nil
}

// newToWorker returns an empty message of a kind that a worker receives.
func newToWorker(kind string) Message {
	switch kind {
	case KindProblem:
		return &Problem{}
	case KindJob:
		return &Job{}
	}
	return nil
}
