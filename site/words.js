// What the scripts of the site say by themselves, in each language; all other words are in core/words. %1 stands for the first value, and so on.
const WORDS = {
  en: {
    title: "Bayesian decision trees",
    loading: "The sampler is loading.",
    waiting: "Waiting: another figure on this page is sampling.",
    unreadable: "The file cannot be read (%1). If it was changed or moved since it was chosen, choose it again.",
    toolarge: "%1 has %2 MB; at most %3 MB are read. Take a random part of its rows, or leave out columns that you do not need.",
    silent: "silent for %1 seconds",
    crashed:
      "The sampler stopped (%1). The results on screen stay. Load the data again, or press Run again, to start anew; fewer draws, chains or rows need less memory.",
    private: "A person opened the table, and has not let this page read it. Ask them to do that in the frame, beside the network lock.",
  },
  de: {
    title: "Bayessche Entscheidungsbäume",
    loading: "Der Sampler wird geladen.",
    waiting: "Wartet: eine andere Abbildung dieser Seite rechnet.",
    unreadable: "Die Datei ist nicht lesbar (%1). Wenn sie seit der Wahl geändert oder verschoben wurde: erneut wählen.",
    toolarge: "%1 hat %2 MB; gelesen werden höchstens %3 MB. Einen zufälligen Teil der Zeilen nehmen oder nicht gebrauchte Spalten weglassen.",
    silent: "seit %1 Sekunden stumm",
    crashed:
      "Das Ziehen ist abgebrochen (%1). Die Ergebnisse auf dem Bildschirm bleiben. Die Daten neu laden oder erneut starten; weniger Ziehungen, Ketten oder Zeilen brauchen weniger Speicher.",
    private: "Die Tabelle wurde hier von jemandem geöffnet; diese Seite darf sie noch nicht lesen. Erlaubt wird es im Rahmen, neben der Netzsperre: darum bitten.",
  },
};

export const languages = Object.keys(WORDS);

/** The text of a key, English where the language lacks it. A value that is what tell() returned says itself in the language. */
export const say = (language, key, ...values) =>
  (WORDS[language][key] ?? WORDS.en[key]).replace(/%(\d)/g, (_, number) => {
    const value = values[number - 1];
    return value?.message === undefined ? value : (value.translations[language] ?? value.message);
  });

/** The text in English as message, and by language in translations. */
export const tell = (key, ...values) => ({
  message: say("en", key, ...values),
  translations: Object.fromEntries(languages.slice(1).map((language) => [language, say(language, key, ...values)])),
});
