// The texts of the interface in German. Where a sentence would address somebody it says what happens, or what to do,
// without "Sie".

package logic

// German holds the texts of all parts of the page; it is read only. Its areas are those of english.
var German = together(
	mainGerman,
	dataGerman,
	embedGerman,
	languageGerman,
	learnGerman,
	methodsGerman,
	offlineGerman,
	predictGerman,
	sandboxGerman,
	settingsGerman,
	storeGerman,
	takeGerman,
	treesGerman,
)
