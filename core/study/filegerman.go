// This file holds what is said of session files in German: the texts by the English ones, with the same values in the
// same order.

package study

// inGerman is Fault's text in German.
func inGerman(file, field, format string, args []any) string {
	why := German(germanFaults, format, args)
	if why == "" {
		return ""
	}
	return "Die Sitzungsdatei " + file + " ist nicht verwendbar (" + germanFields[field] + "): " + why + ". Was auf dem Bildschirm ist, bleibt."
}

// germanFields are the parts of a file; it is read only.
var germanFields = map[string]string{
	"beginning": "Anfang", "version": "Version", "checksum": "Prüfsumme", "head": "Kopf", "length": "Länge", "run": "Lauf", "format": "Format",
	"choices": "Auswahl", "page": "Seite", "table": "Tabelle", "test table": "Testtabelle", "steps": "Schritte", "results": "Ergebnisse", "session": "Größe",
}

// germanFaults is read only.
var germanFaults = map[string]string{
	damaged: "Die Datei ist beschädigt oder unvollständig. Eine andere Kopie nehmen, oder die Sitzung dort erneut speichern, wo sie herkommt",
	"is not that of a session file; choose a file that Save session wrote, or a table":                                 "Sie ist keine Sitzungsdatei. Eine gespeicherte Sitzung wählen, oder eine Tabelle",
	"is %d, newer than this program's %d: reload the page for the newest program, or open the file where it was saved": "Die Datei hat die Version %d, dieses Programm die ältere %d. Die Seite für das neueste Programm neu laden, oder die Datei dort öffnen, wo sie gespeichert wurde",
	"is %d, older than this program's %d: open the file where it was saved, or its table here":                         "Die Datei hat die Version %d, dieses Programm die neuere %d. Die Datei dort öffnen, wo sie gespeichert wurde, oder ihre Tabelle hier",
	"would have %d MB; a session file holds at most %d MB. Save with fewer kept draws, or a part of the table":         "Sie hätte %d MB, möglich sind höchstens %d MB. Mit weniger behaltenen Ziehungen oder einem Teil der Tabelle speichern",
	"does not hold together (%v); take an older copy":                                                                  "Die Angaben passen nicht zusammen (%v). Eine ältere Kopie nehmen",
	"cannot be used (%v); take an older copy":                                                                          "Darin ist etwas nicht verwendbar (%v). Eine ältere Kopie nehmen",
	"cannot be used (%v)":                    "Darin ist etwas nicht verwendbar (%v)",
	"cannot be read (%v)":                    "Darin ist etwas nicht lesbar (%v)",
	"has %d characters, more than %d":        "Sie hat %d Zeichen, mehr als %d",
	"are %d, %d of them told, in %v seconds": "Es sind %d, davon %d erzählt, in %v Sekunden",
	"are not those of this program on this table (%v): open the file where it was saved, or run its table again with its seed": "Dieses Programm findet mit dieser Tabelle andere (%v). Die Datei dort öffnen, wo sie gespeichert wurde, oder ihre Tabelle mit ihrem Startwert neu rechnen",
}
