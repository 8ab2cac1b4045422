// The German texts of a page in a frame that may not do everything.

package page

var sandboxGerman = map[string]string{
	"take.handed": "%s ist dem Browser übergeben. Kommt keine Datei, so erlaubt es die Seite um diesen Rahmen nicht: Ihrer Sandbox fehlt allow-downloads.",
	"take.select": "Dieser Rahmen darf nicht kopieren. Der Link, Einstellungen und Startwert ohne Daten: %s",
}
