// The texts about use without a network.

package page

var offlineText = pairs(
	"offline.none", "",
	"offline.saving", "Being kept for use offline.",
	"offline.kept", "Kept in this browser: works offline.",
	"offline.within", "All is in this file: works offline.",
	"offline.newer", "Newer version kept for the next visit.",
	"offline.news", "A newer version of this page was fetched. It comes with the next load; what is on the screen stays until then.",
)
