package logic

import "testing"

// TestMarkComesBack: a mark is read as it was written; what is no mark is nobody's.
func TestMarkComesBack(t *testing.T) {
	m := Mark{ID: "4", Name: "mine \"1\".csv", Date: 1.7e12}
	if got := ReadMark(m.Text()); got != m {
		t.Errorf("%+v", got)
	}
	for _, bad := range []string{"", "nothing", "3", `{"id":3}`} {
		if got := ReadMark(bad); got != (Mark{}) {
			t.Errorf("%q is read as %+v", bad, got)
		}
	}
}

// TestFolderOfThePath: pages beside each other share a folder, pages in other folders do not, and no name leads
// anywhere else.
func TestFolderOfThePath(t *testing.T) {
	for path, want := range map[string]string{"/": "dcctree %2F", "/index.html": "dcctree %2F",
		"/a/": "dcctree %2Fa%2F", "/a/embed.html": "dcctree %2Fa%2F", "/a/b/": "dcctree %2Fa%2Fb%2F",
		"/a%2Fb/": "dcctree %2Fa%252Fb%2F", "srcdoc": "dcctree "} {
		if got := DeviceFolder(path); got != want {
			t.Errorf("%s: %q", path, got)
		}
	}
}
