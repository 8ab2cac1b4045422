// This file holds what the package says in German: the texts by the English ones, with the same values in the same
// order.

package dataset

import (
	"fmt"
	"slices"
)

// wording is a text in both languages.
type wording struct{ english, german string }

// String returns the English text, so that a format takes a wording as a value.
func (w wording) String() string { return w.english }

// say fills values into a text of the table below; those that are wordings stand in each language as they are in it.
func say(format string, args ...any) wording {
	return wording{fmt.Sprintf(format, args...), inGerman(format, args)}
}

func inGerman(format string, args []any) string {
	if translated, found := germanWords[format]; found {
		format = translated
	}
	args = slices.Clone(args)
	for i, a := range args {
		if w, ok := a.(wording); ok {
			args[i] = w.german
		}
	}
	return fmt.Sprintf(format, args...)
}

// count returns "1 row", "2 rows".
func count(n int, noun string) wording {
	if n == 1 {
		return wording{"1 " + noun, germanWords["1 "+noun]}
	}
	return say("%d "+noun+"s", n)
}

const (
	howToSaveGerman = "Im Programm, aus dem sie stammt, öffnen und das Tabellenblatt als CSV sichern (in Excel: Datei, Speichern unter, CSV UTF-8; " +
		"in LibreOffice: Datei, Speichern unter, Text CSV), dann jene Datei wählen."
	howToSaveUTF8German = "Als UTF-8 sichern (in Excel: CSV UTF-8; in einem Texteditor: Speichern unter, Kodierung UTF-8), dann erneut wählen."
)

// germanWords is read only.
var germanWords = map[string]string{
	"1 row": "1 Zeile", "%d rows": "%d Zeilen",
	"1 cell": "1 Zelle", "%d cells": "%d Zellen",
	"1 column": "1 Spalte", "%d columns": "%d Spalten",
	"1 value": "1 Wert", "%d values": "%d Werte",
	"1 missing value": "1 fehlenden Wert", "%d missing values": "%d fehlende Werte",
	"1 blank line": "1 leere Zeile", "%d blank lines": "%d leere Zeilen",
	"The name of column %d has %d characters; at most %d are possible. Shorten it.": "Der Name der Spalte %d hat %d Zeichen; möglich sind " +
		"höchstens %d. Ihn kürzen.",
	"Row %d of column %s holds a text of %d characters; a label may have %d. Shorten it, or leave the column out.": "In Zeile %d der Spalte " +
		"%s steht ein Text von %d Zeichen; eine Kategorie darf %d haben. Ihn kürzen, oder die Spalte weglassen.",
	"holds a text of more than %d characters": "enthält einen Text von mehr als %d Zeichen",
	"An apostrophe is taken off %s, first in row %d: it kept spreadsheets from computing a text that begins with =, +, -, @, a tab or " +
		"a carriage return.": "Von %s ist ein Apostroph genommen, zuerst in Zeile %d: Er hielt Tabellenkalkulationen davon ab, einen Text " +
		"auszurechnen, der mit =, +, -, @, einem Tabulator oder einem Wagenrücklauf beginnt.",
	"1 byte": "1 Byte", "%d bytes": "%d Bytes",
	"1 row has": "1 Zeile hat", "%d rows have": "%d Zeilen haben",
	"1 row is": "1 Zeile bleibt", "%d rows are": "%d Zeilen bleiben",
	"%d bytes (%.1f MB)": "%d Bytes (%.1f MB)",
	"%s of %s":           "%s mit %s",

	"This is an Excel workbook (.xls), not a CSV file. " + howToSave:                                         "Dies ist eine Excel-Arbeitsmappe (.xls), keine CSV-Datei. " + howToSaveGerman,
	"This file is compressed (gzip). Unpack it first, then choose the CSV file inside.":                      "Diese Datei ist komprimiert (gzip). Zuerst entpacken, dann die CSV-Datei darin wählen.",
	"This is an archive (7z). Unpack it first, then choose the CSV file inside.":                             "Dies ist ein Archiv (7z). Zuerst entpacken, dann die CSV-Datei darin wählen.",
	"This is a PDF document, not a CSV file. Copy its table into a spreadsheet and save that as CSV.":        "Dies ist ein PDF-Dokument, keine CSV-Datei. Die Tabelle daraus in eine Tabellenkalkulation kopieren und von dort als CSV sichern.",
	"The file is UTF-16 text, not UTF-8. " + howToSaveUTF8:                                                   "Die Datei ist Text in UTF-16, nicht in UTF-8. " + howToSaveUTF8German,
	"This is a spreadsheet (.xlsx or .ods), not a CSV file. %s":                                              "Dies ist eine Arbeitsmappe (.xlsx oder .ods), keine CSV-Datei. %s",
	"This is a ZIP archive. Unpack it first, then choose the CSV file inside.":                               "Dies ist ein ZIP-Archiv. Zuerst entpacken, dann die CSV-Datei darin wählen.",
	"This is a web page, not a CSV file. On the page that you saved, look for a link named Raw or Download.": "Dies ist eine Webseite, keine CSV-Datei. Auf der gesicherten Seite hilft ein Verweis namens Raw oder Download.",
	howToSave:     howToSaveGerman,
	howToSaveUTF8: howToSaveUTF8German,

	"The file has %s; at most %s are read. Take a random part of its rows, or leave out columns that you do not need.":                    "Die Datei hat %s; gelesen werden höchstens %s. Einen zufälligen Teil der Zeilen nehmen oder nicht gebrauchte Spalten weglassen.",
	"The file holds zero bytes (the first in line %d): it is a binary file or UTF-16 text. Save the table as CSV in UTF-8.":               "Die Datei enthält Nullbytes (das erste in Zeile %d): Sie ist eine Binärdatei oder Text in UTF-16. Die Tabelle als CSV in UTF-8 sichern.",
	"Line %d holds bytes that are not UTF-8 text, often an accented letter saved as Latin-1 or Windows-1252. %s":                          "Zeile %d enthält Bytes, die kein UTF-8-Text sind, oft ein Umlaut in Latin-1 oder Windows-1252. %s",
	"The file is empty. Choose a file with a header line and at least two rows.":                                                          "Die Datei ist leer. Eine Datei mit einer Kopfzeile und mindestens zwei Zeilen wählen.",
	"The file changed while it was read. Choose it again.":                                                                                "Die Datei wurde während des Lesens geändert. Erneut wählen.",
	"Row %d has more than %d MB: most likely it opens a double quote that is never closed.":                                               "Zeile %d hat mehr als %d MB: Wahrscheinlich öffnet sie ein Anführungszeichen, das nie geschlossen wird.",
	"Row %d has more than %d columns. Keep fewer columns.":                                                                                "Zeile %d hat mehr als %d Spalten. Weniger Spalten behalten.",
	"Row %d opens a double quote that is never closed. Close it, or write a quote inside a quoted cell twice.":                            "Zeile %d öffnet ein Anführungszeichen, das nie geschlossen wird. Es schließen, oder ein Anführungszeichen innerhalb einer Zelle in Anführungszeichen doppelt schreiben.",
	"Row %d has text after a closing double quote (cell %d, after %s). Write a quote inside a quoted cell twice.":                         "Zeile %d hat Text nach einem schließenden Anführungszeichen (Zelle %d, nach %s). Ein Anführungszeichen innerhalb einer Zelle in Anführungszeichen doppelt schreiben.",
	"Row %d has %s where %d are expected, as in the first row. %s":                                                                        "Zeile %d hat %s, erwartet sind %d wie in der ersten Zeile. %s",
	"Add or remove cells there, and put text that contains the separator %s into double quotes.":                                          "Dort Zellen ergänzen oder entfernen, und Text, der das Trennzeichen %s enthält, in Anführungszeichen setzen.",
	"If the first cell of each row is its name, give that column a name in the first row too.":                                            "Wenn die erste Zelle jeder Zeile deren Name ist, dieser Spalte auch in der ersten Zeile einen Namen geben.",
	"Column %s has %s where %d are expected, as in column %s. Give all columns equally many values.":                                      "Spalte %s hat %s, erwartet sind %d wie in Spalte %s. Allen Spalten gleich viele Werte geben.",
	"Only one column was found. A tree needs a target and at least one other column; separate columns by comma, semicolon, tab or \"|\".": "Nur eine Spalte ist zu finden. Ein Baum braucht eine Zielgröße und mindestens eine weitere Spalte; Spalten durch Komma, Semikolon, Tabulator oder \"|\" trennen.",
	"The file has a header line but no rows below it. Add at least %s of data.":                                                           "Die Datei hat eine Kopfzeile, aber keine Zeilen darunter. Daten ergänzen, mindestens %s.",
	"There is only %s of data; at least %d are needed.":                                                                                   "Die Daten haben nur %s; verlangt sind mindestens %d.",
	"Columns %d and %d are both named %s. Give each column its own name.":                                                                 "Die Spalten %d und %d heißen beide %s. Jeder Spalte einen eigenen Namen geben.",
	"The separator %s is not one of comma, semicolon, tab and \"|\".":                                                                     "Das Trennzeichen %s ist keines von Komma, Semikolon, Tabulator und \"|\".",
	"The first line names the separator %s, which is not one of comma, semicolon, tab and \"|\". Write the file with one of these, " +
		"and name it there or remove that line.": "Die erste Zeile nennt das Trennzeichen %s, das keines von Komma, Semikolon, Tabulator und " +
		"\"|\" ist. Die Datei mit einem von diesen schreiben, und es dort nennen oder jene Zeile entfernen.",
	"The decimal mark %s is neither point nor comma.":                            "Das Dezimalzeichen %s ist weder Punkt noch Komma.",
	"Column %s cannot be read as %s; it must be numeric, text or days.":          "Spalte %s lässt sich nicht als %s lesen; möglich sind numeric (Zahlen), text und days (Tage).",
	"A limit is below 0, or the header is neither detected, present nor absent.": "Eine Grenze liegt unter 0, oder die Kopfzeile ist weder zu erkennen noch vorhanden noch abwesend.",
	"There is no task %s. Choose regression or classification.":                  "Eine Aufgabe %s gibt es nicht. Regression oder Klassifikation wählen.",

	"There is no column %s. The columns are %s.": "Eine Spalte %s gibt es nicht. Die Spalten sind %s.",
	"The target %s holds dates. Choose another target, or write the dates as numbers (such as days since the first).":                         "Die Zielgröße %s enthält Datumsangaben. Eine andere Zielgröße wählen, oder sie als Zahlen schreiben (etwa Tage seit der ersten).",
	"The target %s holds text (%s in row %d), which regression cannot use. Choose classification, or correct the cells that are not numbers.": "Die Zielgröße %s enthält Text (%s in Zeile %d), den eine Regression nicht verwenden kann. Klassifikation wählen, oder die Zellen korrigieren, die keine Zahlen sind.",
	"The target %s has only one class in the rows that can be used. Classification needs at least two.":                                       "Die Zielgröße %s hat in den verwendbaren Zeilen nur eine Klasse. Eine Klassifikation braucht mindestens zwei.",
	"The target %s has the same value in all rows that can be used: there is nothing to learn. Choose another target.":                        "Die Zielgröße %s hat in allen verwendbaren Zeilen denselben Wert: Es gibt nichts zu lernen. Eine andere Zielgröße wählen.",
	"The target %s has %d classes; at most %d are possible. %s":                                                                               "Die Zielgröße %s hat %d Klassen; möglich sind höchstens %d. %s",
	"Join rare classes, or choose another target.":                                                                                            "Seltene Klassen zusammenfassen, oder eine andere Zielgröße wählen.",
	"It holds numbers: choose regression.":                                                                                                    "Sie enthält Zahlen: Regression wählen.",
	"Column %s holds dates, which cannot be a feature. Leave it out, or write the dates as numbers (such as days since the first).":           "Spalte %s enthält Datumsangaben, die kein Merkmal sein können. Sie weglassen, oder die Angaben als Zahlen schreiben (etwa Tage seit der ersten).",
	"Column %s has no value in any row. Leave it out.":                                                                                        "Spalte %s hat in keiner Zeile einen Wert. Sie weglassen.",
	"Column %s runs from %g to %g, a range too large to compute with. Rescale it or leave it out.":                                            "Spalte %s reicht von %g bis %g, zu weit zum Rechnen. Sie umskalieren oder weglassen.",
	"Column %s has the same value in all rows that can be used: no split can use it. Leave it out.":                                           "Spalte %s hat in allen verwendbaren Zeilen denselben Wert: Keine Teilung kann sie verwenden. Sie weglassen.",
	"Row %d of column %s is %s, which is not a finite number. Correct the cell, or empty it to mark it as missing%s.":                         "In Zeile %d der Spalte %s steht %s, was keine endliche Zahl ist. Die Zelle korrigieren, oder sie leeren, wenn der Wert fehlt%s.",
	"Row %d of column %s is %s, but the column is numeric. Correct the cell, empty it to mark it as missing, or leave the column out%s.":      "In Zeile %d der Spalte %s steht %s, doch die Spalte enthält Zahlen. Die Zelle korrigieren, sie leeren, wenn der Wert fehlt, oder die Spalte weglassen%s.",
	" (there are %d such cells in it)":                                    " (sie hat %d solche Zellen)",
	"Column %s is the target and cannot be a feature too.":                "Spalte %s ist die Zielgröße und kann nicht auch Merkmal sein.",
	"Column %s is chosen twice.":                                          "Spalte %s ist zweimal gewählt.",
	"There is no column left to learn from. Choose at least one feature.": "Keine Spalte ist übrig, aus der zu lernen wäre. Mindestens ein Merkmal wählen.",
	"Only %s no missing value in the chosen columns; at least 2 are needed. Leave out the columns with the most missing values.":      "Nur %s in allen gewählten Spalten einen Wert; verlangt sind mindestens 2. Die Spalten mit den meisten fehlenden Werten weglassen.",
	"No row has a value of every feature of the model. Fill in the missing values.":                                                   "Keine Zeile hat einen Wert für jedes Merkmal des Modells. Die fehlenden Werte ergänzen.",
	"No row has a value in all of the columns that the training rows use. Fill in the missing values.":                                "Keine Zeile hat einen Wert in allen Spalten, die die Trainingszeilen verwenden. Die fehlenden Werte ergänzen.",
	"Column %s, which the training rows have, is missing here. Add it, or rename the column that holds it.":                           "Spalte %s, die die Trainingszeilen haben, fehlt hier. Sie ergänzen, oder die Spalte umbenennen, die sie enthält.",
	"Row %d of column %s is %s, but in the training rows the column is numeric. Correct the cell, or empty it to mark it as missing.": "In Zeile %d der Spalte %s steht %s, doch in den Trainingszeilen enthält die Spalte Zahlen. Die Zelle korrigieren, oder sie leeren, wenn der Wert fehlt.",
	"Row %d of column %s is %s, which does not occur in the training rows. Known are %s. Correct the cell, or leave the row out.":     "In Zeile %d der Spalte %s steht %s, was in den Trainingszeilen nicht vorkommt. Bekannt sind %s. Die Zelle korrigieren, oder die Zeile weglassen.",
	"Row %d of column %s is %g, too far from the training rows to compute with. Correct the cell or leave the row out.":               "In Zeile %d der Spalte %s steht %g, zu weit von den Trainingszeilen zum Rechnen. Die Zelle korrigieren oder die Zeile weglassen.",

	"The share of test rows is %g; it must be at least 0 and below 1.":                                                                            "Der Anteil der Testzeilen ist %g; er muss mindestens 0 und kleiner als 1 sein.",
	"A share of %g leaves none of the %d rows for testing. Choose a larger share, or 0 for none.":                                                 "Ein Anteil von %g lässt keine der %d Zeilen zum Testen. Einen größeren Anteil wählen, oder 0 für keine Testzeilen.",
	"Only %s left for training; at least 2 are needed. Choose a smaller share of test rows.":                                                      "Zum Trainieren sind übrig: %s; verlangt sind mindestens 2. Einen kleineren Anteil an Testzeilen wählen.",
	"The target %s is the same in all training rows. Choose another seed or a smaller share of test rows.":                                        "Die Zielgröße %s ist in allen Trainingszeilen gleich. Einen anderen Startwert oder einen kleineren Anteil an Testzeilen wählen.",
	"All features have the same value in all training rows: there is nothing to learn from. Choose another seed or a smaller share of test rows.": "Alle Merkmale haben in allen Trainingszeilen denselben Wert: Es gibt nichts, woraus zu lernen wäre. Einen anderen Startwert oder einen kleineren Anteil an Testzeilen wählen.",
	"Class %s of %s has no training row. Choose another seed or a smaller share of test rows, or leave the class out.":                            "Klasse %s von %s hat keine Trainingszeile. Einen anderen Startwert oder einen kleineren Anteil an Testzeilen wählen, oder die Klasse weglassen.",

	"The file has no header line: its columns are named x1, x2, and so on.": "Die Datei hat keine Kopfzeile: Ihre Spalten heißen x1, x2 und so weiter.",
	"%s passed over.": "%s übergangen.",
	"Column %s is read as days since 1970-01-01%s.":                                                               "Spalte %s wird als Tage seit 1970-01-01 gelesen%s.",
	", the day before the month":                                                                                  ", der Tag vor dem Monat",
	", the month before the day":                                                                                  ", der Monat vor dem Tag",
	"%s (no cell tells which; write 2024-12-31 to be sure)":                                                       "%s (keine Zelle zeigt, welches gilt; mit 2024-12-31 ist es sicher)",
	"Column %s holds dates but for %s, first %s in row %d: correct it before using the column.":                   "Spalte %s enthält Datumsangaben bis auf %s, die erste %s in Zeile %d: vor dem Verwenden der Spalte korrigieren.",
	"Column %s is numeric but for %s, first %s in row %d: correct it before using the column.":                    "Spalte %s enthält Zahlen bis auf %s, die erste %s in Zeile %d: vor dem Verwenden der Spalte korrigieren.",
	"Column %s holds dates, which cannot be used as they are: have it read as a number of days, or leave it out.": "Spalte %s enthält Datumsangaben, die so nicht zu verwenden sind: als Tage lesen lassen oder weglassen.",
	"Column %s is read as text: %d of its %d values are numbers, the others are not.":                             "Spalte %s wird als Text gelesen: %d ihrer %d Werte sind Zahlen, die anderen nicht.",
	"Column %s has %s, first in row %d.":                                                                          "Spalte %s hat %s, zuerst in Zeile %d.",
	"Column %s is left out: it %s.":                                                                               "Spalte %s bleibt weg: Sie %s.",
	"holds dates":                                                                                                 "enthält Datumsangaben",
	"has no value in any row":                                                                                     "hat in keiner Zeile einen Wert",
	"has the same value in all rows":                                                                              "hat in allen Zeilen denselben Wert",
	"has the same value in all training rows":                                                                     "hat in allen Trainingszeilen denselben Wert",
	"has the same value in all rows that can be used":                                                             "hat in allen verwendbaren Zeilen denselben Wert",
	"has %d different labels":                                                                                     "hat %d verschiedene Werte",
	"%d of the %d classes of %s occur only in rows that are left out.":                                            "%d der %d Klassen von %s kommen nur in weggelassenen Zeilen vor.",
	"%s with a missing value left out.":                                                                           "%s mit fehlendem Wert weggelassen.",
	"%s left out for column %s alone: without that column they could be used.":                                    "%s allein wegen Spalte %s weg; ohne diese Spalte wäre mehr verwendbar.",
	"Column %s repeats the target %s: beside it no other column can tell anything. Leave it out unless it is known before the target is.":                                                                                          "Spalte %s wiederholt die Zielgröße %s: Neben ihr kann keine andere Spalte etwas sagen. Sie weglassen, wenn sie nicht vor der Zielgröße bekannt ist.",
	"Column %s numbers the rows. Leave it out unless the order of the rows means something.":                                                                                                                                       "Spalte %s nummeriert die Zeilen. Sie weglassen, wenn die Reihenfolge der Zeilen nichts bedeutet.",
	"Column %s holds text: its %d labels are numbered in alphabetical order (%s).":                                                                                                                                                 "Spalte %s enthält Text: Ihre %d Werte sind alphabetisch nummeriert (%s).",
	"Row %d of column %s is %g, far from all other values (%g to %g): features are scaled by their range, so the others lie within %g of it. Check the cell; if it is right, leave the row out or write the column as logarithms.": "In Zeile %d der Spalte %s steht %g, weit von allen anderen Werten (%g bis %g): Merkmale werden nach ihrer Spanne skaliert, die anderen liegen also innerhalb von %g davon. Die Zelle prüfen; wenn sie stimmt, die Zeile weglassen oder die Spalte als Logarithmen schreiben.",
}
