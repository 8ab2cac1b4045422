// This file holds faults in German: the texts by the English ones, with the same values in the same order. Those that
// only a program can meet have none.

package study

import (
	"fmt"
	"slices"
)

// InGerman is the message in German, in English where there is no German.
func (f *Fault) InGerman() string {
	if f.German == "" {
		return f.Message
	}
	return f.German
}

// German fills the values into what the table has for the format; "" where it has nothing. Errors among the values
// stand in German as far as they can.
func German(table map[string]string, format string, args []any) string {
	translated, found := table[format]
	if !found {
		return ""
	}
	args = slices.Clone(args)
	for i, a := range args {
		if e, ok := a.(interface{ InGerman() string }); ok {
			args[i] = e.InGerman()
		}
	}
	return fmt.Sprintf(translated, args...)
}

// germanSettings has what SettingFault says after the name of the option, here and in core/study; it is
// read only.
var germanSettings = map[string]string{
	"is %v; it must be a number from %v to %v":                                                   "ist %v; verlangt ist eine Zahl von %v bis %v",
	"is %v; it must be a whole number from %v to %v":                                             "ist %v; verlangt ist eine ganze Zahl von %v bis %v",
	"is %s; it must be a whole number from 0 to 18446744073709551615":                            "ist %s; verlangt ist eine ganze Zahl von 0 bis 18446744073709551615",
	"is %s; it must be one of %q":                                                                "ist %s; verlangt ist eines von %q",
	"is %v; it must be a finite number":                                                          "ist %v; verlangt ist eine endliche Zahl",
	"is no setting; there are %v":                                                                "ist keine Einstellung; es gibt %v",
	"is null, NaN or infinite; give a finite value or leave it out":                              "ist null, NaN oder unendlich; einen endlichen Wert angeben oder weglassen",
	"is %v beside a test table; give one of the two":                                             "ist %v neben einer Testtabelle; nur eines von beiden angeben",
	"is %v, which leaves no training or no test row of %d; the published splits have 0.2 to 0.5": "ist %v, womit von %d Zeilen keine zum Trainieren oder keine zum Testen bleibt; die veröffentlichten Teilungen haben 0.2 bis 0.5",
	"hold %v in row %d, column %s; give finite numbers":                                          "enthalten %v in Zeile %d, Spalte %s; endliche Zahlen angeben",
	"is %v; the steps %d to %d are kept":                                                         "ist %v; bewahrt sind die Schritte %d bis %d",
}
