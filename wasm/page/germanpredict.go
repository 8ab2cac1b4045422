// The German texts of predictions and what-if.

package page

var predictGerman = map[string]string{
	"whatif.title":     "Was wäre, wenn",
	"whatif.group":     "Werte der Merkmale",
	"whatif.back":      "Zurück zur Zeile",
	"whatif.all":       "Alle %d",
	"whatif.few":       "Weniger",
	"whatif.tick":      "Strich: Schwelle im gezeigten Baum.",
	"whatif.outside":   "%s liegt außerhalb der Trainingszeilen.",
	"whatif.bad":       "Bitte eine Zahl für %s eingeben.",
	"whatif.changed":   "Eigene Werte: Es gibt keinen wahren Wert.",
	"whatif.number":    "%s, als Zahl",
	"whatif.range":     "%s, Trainingszeilen von %s bis %s",
	"whatif.disagree":  "Die Topologien sind uneins: %s sagt %s, %s sagt %s.",
	"whatif.near":      "%s liegt, wo %s seine Schwelle haben kann.",
	"whatif.agree":     "Keine Topologie über 5\u00a0% widerspricht.",
	"whatif.said":      "%s, 90\u00a0%% zwischen %s und %s.",
	"whatif.saidclass": "%s, mit Wahrscheinlichkeit %s.",
	"whatif.class":     "%s (%s)",
}
