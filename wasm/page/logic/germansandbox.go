// The German texts of a page in a frame that may not do everything, and of the page in one file.

package logic

const sandboxGerman = "" +
	"take.handed: %s ist dem Browser übergeben. Kommt keine Datei, so erlaubt es die Seite um diesen Rahmen nicht: Ihrer Sandbox fehlt allow-downloads.\n" +
	"take.select: Dieser Rahmen darf nicht kopieren. Der Link, Einstellungen und Startwert ohne Daten: %s\n" +

	"embed.say.file: Für eine eigene Seite, neben der eine Kopie dieser Datei liegt: ein Schnipsel, der dort zeigt, was hier angekreuzt ist. Er läuft im Browser der Lesenden und sendet nichts.\n"
