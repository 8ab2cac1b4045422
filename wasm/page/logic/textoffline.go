// The texts about use without a network.

package logic

const offlineText = "" +
	"offline.none: \n" +
	"offline.saving: Being kept for use offline.\n" +
	"offline.kept: Kept in this browser: works offline.\n" +
	"offline.within: All is in this file: works offline.\n" +
	"offline.newer: Newer version kept for the next visit.\n" +
	"offline.news: A newer version of this page was fetched. It comes with the next load; what is on the screen stays until then.\n"
