package study

import "testing"

// TestSettingFaultInGerman: a fault with German, and one that only a program meets.
func TestSettingFaultInGerman(t *testing.T) {
	f := SettingFault("holdout", "setting.range", 2, 0, 0.9)
	if got, want := f.In("de"), "holdout ist 2; verlangt ist eine Zahl von 0 bis 0.9"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got, want := f.Error(), "holdout is 2; it must be a number from 0 to 0.9"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if f := optionFault("settings", "must be one object of names and values"); f.Said != nil ||
		f.In("de") != "settings must be one object of names and values" {
		t.Errorf("what only a program meets: %+v, %q", f, f.In("de"))
	}
}
