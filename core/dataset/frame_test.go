// This file tests the choice of columns and rows, suggestions, and matching a second table.

package dataset

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dcctree/core/words"
)

const small = "a,b,c,y\n1,10,red,0.5\n2,20,blue,1.5\n?,30,red,2.5\n4,,blue,3.5\n5,50,red,4.5\n"

func TestFrame(t *testing.T) {
	f, err := read(t, small).Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	if f.N != 3 || f.D != 3 || f.Name != "t.csv" || f.Task != Regression || f.Target != "y" {
		t.Errorf("frame %+v", f)
	}
	if want := []float64{1, 2, 5, 10, 20, 50, 1, 0, 1}; !slices.Equal(f.X, want) {
		t.Errorf("X %v, want %v", f.X, want)
	}
	if !slices.Equal(f.Y, []float64{0.5, 1.5, 4.5}) || f.Class != nil || f.Classes != nil {
		t.Errorf("target %v %v %v", f.Y, f.Class, f.Classes)
	}
	if !slices.Equal(f.Rows, []int{2, 3, 6}) || !slices.Equal(f.LeftOut, []int{4, 5}) {
		t.Errorf("rows %v, left out %v", f.Rows, f.LeftOut)
	}
	if f.Labels[0] != nil || !slices.Equal(f.Labels[2], []string{"blue", "red"}) {
		t.Errorf("labels %q", f.Labels)
	}
	if !slices.Contains(words.All("en", f.Notes), "2 rows with a missing value left out.") {
		t.Errorf("notes %q", words.All("en", f.Notes))
	}
	if row := f.Row(nil, 2); !slices.Equal(row, []float64{5, 50, 1}) {
		t.Errorf("row 2 is %v", row)
	}
	f, err = read(t, small).Frame("y", []string{"c", "a"}, Regression)
	if err != nil || !slices.Equal(f.Features, []string{"c", "a"}) || f.N != 4 {
		t.Errorf("named features: %+v, %v", f, err)
	}
}

func TestFrameClasses(t *testing.T) {
	table := read(t, "a,n,s\n1,10,no\n2,9,yes\n3,10,no\n4,9,yes\n,2,maybe\n")
	f, err := table.Frame("n", []string{"a"}, Classification)
	if err != nil || !slices.Equal(f.Classes, []string{"9", "10"}) || !slices.Equal(f.Class, []int{1, 0, 1, 0}) ||
		f.Y != nil {
		t.Errorf("numeric classes: %+v, %v", f, err)
	}
	note := `1 of the 3 classes of "n" occur only in rows that are left out.`
	if !slices.Contains(words.All("en", f.Notes), note) {
		t.Errorf("notes %q lack %q", words.All("en", f.Notes), note)
	}
	f, err = table.Frame("s", []string{"a"}, Classification)
	if err != nil || !slices.Equal(f.Classes, []string{"no", "yes"}) || !slices.Equal(f.Class, []int{0, 1, 0, 1}) {
		t.Errorf("text classes: %+v, %v", f, err)
	}
}

// numbered returns a table with columns a (1, 2, ...) and b (cell(i) of row i of the file), of n rows below the header.
func numbered(n int, cell func(row int) string) string {
	var b strings.Builder
	b.WriteString("a,b\n")
	for row := 2; row < n+2; row++ {
		fmt.Fprintf(&b, "%d,%s\n", row, cell(row))
	}
	return b.String()
}

// manyColumns returns a table with columns c0, c1, ... and two rows.
func manyColumns(n int) string {
	var names, cells []string
	for j := range n {
		names, cells = append(names, fmt.Sprint("c", j)), append(cells, fmt.Sprint(j))
	}
	row := strings.Join(cells, ",") + "\n"
	return strings.Join(names, ",") + "\n" + row + row
}

func oneOdd(at int, odd string) func(int) string {
	return func(row int) string {
		if row == at {
			return odd
		}
		return fmt.Sprint(row % 7)
	}
}

func TestFrameErrors(t *testing.T) {
	dates := "a,b,when\n1,2,2024-01-01\n2,3,2024-01-02\n3,5,2024-01-03\n"
	gaps := "a,b,none,same,y\n1,2,,7,1\n2,3,NA,7,2\n3,4,?,7,3\n"
	for _, c := range []struct {
		name, text, target string
		features           []string
		task               Task
		code               string
		row                int
		column             string
		words              []string
	}{
		{"text in a numeric feature", numbered(4000, oneOdd(3000, "abc")), "a", nil, Regression, "column-text",
			3000, "b",
			[]string{"Row 3000", `"b"`, `"abc"`}},
		{"the same, named", numbered(4000, oneOdd(3000, "1.5x")), "a", []string{"b"}, Regression, "column-text",
			3000, "b", nil},
		{"text in a numeric target", numbered(4000, oneOdd(3000, "abc")), "b", nil, Regression, "column-text",
			3000, "b",
			[]string{"Row 3000", `"abc"`}},
		{"and with classes", numbered(4000, oneOdd(3000, "abc")), "b", nil, Classification, "column-text", 3000,
			"b",
			[]string{"Row 3000"}},
		{"infinite", numbered(40, oneOdd(17, "-Inf")), "a", nil, Regression, "column-infinite", 17, "b",
			[]string{"Row 17", `"-Inf"`, `"b"`}},
		{"overflow", numbered(40, oneOdd(17, "1e999")), "a", nil, Regression, "column-infinite", 17, "b",
			[]string{"Row 17", "1e999"}},
		{"half of a column infinite", numbered(4, func(r int) string { return []string{"inf", "1"}[r%2] }), "a",
			nil, Regression, "column-infinite", 2, "b", []string{"2 such cells"}},
		{"range overflow", numbered(40, func(r int) string { return []string{"1e308", "-1e308", "0"}[r%3] }),
			"a", nil, Regression, "column-range", 3, "b", []string{"Row 3", `"b"`, "1e+308"}},
		{"squares of a target overflow", numbered(40, oneOdd(17, "1e200")), "b", nil, Regression,
			"column-range", 17, "b", []string{"Row 17", `"b"`, "1e+200"}},
		{"squares of a target vanish", numbered(40, func(r int) string { return []string{"1e-200", "0"}[r%2] }),
			"b", nil, Regression, "column-range", 0, "b", []string{`"b"`, "1e-200", "smaller unit"}},
		{"range overflow in the target",
			numbered(40, func(r int) string { return []string{"1e308", "-1e308"}[r%2] }), "b", nil,
			Regression, "column-range", 2, "b", nil},
		{"date feature", dates, "a", []string{"b", "when"}, Regression, "column-date", 0, "when",
			[]string{`"when"`, "Leave it out"}},
		{"date target", dates, "when", nil, Regression, "target-date", 0, "when", []string{`"when"`}},
		{"feature without values", gaps, "y", []string{"a", "none"}, Regression, "column-missing", 0, "none",
			[]string{`"none"`}},
		{"target without values", gaps, "none", []string{"a"}, Regression, "column-missing", 0, "none",
			[]string{`target "none"`, "Fill it in"}},
		{"constant feature", gaps, "y", []string{"a", "same"}, Regression, "column-constant", 0, "same",
			[]string{`"same"`}},
		{"constant where complete", "a,b,y\n1,2,1\n1,3,2\n5,,3\n", "y", []string{"a", "b"}, Regression,
			"column-constant", 0, "a", []string{`"a"`}},
		{"constant target", gaps, "same", []string{"a"}, Regression, "target-constant", 0, "same",
			[]string{`"same"`}},
		{"constant target where complete", "a,y\n1,2\n3,2\n,5\n", "y", nil, Regression, "target-constant", 0,
			"y", nil},
		{"one class", gaps, "same", []string{"a"}, Classification, "target-one-class", 0, "same",
			[]string{`"same"`, "two"}},
		{"one class of text", "a,y\n1,k\n3,k\n4,k\n", "y", nil, Classification, "target-one-class", 0, "y",
			nil},
		{"one class where complete", "a,y\n1,k\n3,k\n,l\n", "y", nil, Classification, "target-one-class", 0,
			"y", nil},
		{"200 numeric classes", numbered(400, func(r int) string { return fmt.Sprint(r % 200) }), "b", nil,
			Classification, "target-classes", 0, "b", []string{"200 classes", "50", "regression"}},
		{"51 text classes", numbered(400, func(r int) string { return fmt.Sprint("k", r%51) }), "b", nil,
			Classification, "target-classes", 0, "b", []string{"51 classes", "Join"}},
		{"text target for regression", small, "c", nil, Regression, "target-text", 2, "c",
			[]string{"Row 2", "row 2", `"red"`}[1:]},
		{"unknown target", small, "z", nil, Regression, "column-unknown", 0, "z",
			[]string{`"z"`, `"a", "b", "c", "y"`}},
		{"unknown feature", small, "y", []string{"a", "z"}, Regression, "column-unknown", 0, "z", nil},
		{"unknown target of many", manyColumns(30), "z", nil, Regression, "column-unknown", 0, "z",
			[]string{`"c19", ...`}},
		{"target as feature", small, "y", []string{"a", "y"}, Regression, "frame-features", 0, "y", nil},
		{"feature twice", small, "y", []string{"a", "a"}, Regression, "frame-features", 0, "a",
			[]string{"twice"}},
		{"no features", small, "y", []string{}, Regression, "frame-features", 0, "", nil},
		{"no usable features", "a,y\n7,1\n7,2\n", "y", nil, Regression, "frame-features", 0, "", nil},
		{"no complete rows", "a,b,y\n1,,1\n,2,2\n3,,3\n,5,5\n", "y", nil, Regression, "frame-rows", 0, "",
			[]string{"0 rows have"}},
		{"one complete row", "a,b,y\n1,,1\n,2,2\n3,3,3\n", "y", nil, Regression, "frame-rows", 0, "",
			[]string{"1 row has"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := read(t, c.text).Frame(c.target, c.features, c.task)
			e := wantError(t, err, c.code, append(c.words, "t.csv")...)
			if e.Row != c.row || e.Column != c.column {
				t.Errorf("at row %d, column %q; want row %d, column %q", e.Row, e.Column, c.row,
					c.column)
			}
		})
	}
}

func TestFrameLeavesColumnsOut(t *testing.T) {
	var b strings.Builder
	b.WriteString("id,when,none,same,late,x,y\n")
	for i := range 60 {
		x := fmt.Sprint(i % 5)
		late := "3"
		if i == 59 {
			x, late = "", "4"
		}
		fmt.Fprintf(&b, "name %d,%d.1.2024,,7,%s,%s,%d\n", i, i%28+1, late, x, i)
	}
	f, err := read(t, b.String()).Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.Features, []string{"x"}) || f.N != 59 {
		t.Errorf("features %q, %d rows", f.Features, f.N)
	}
	want := []string{
		`Column "id" is left out: it has 60 different labels.`,
		`Column "when" is left out: it holds dates.`,
		`Column "none" is left out: it has no value in any row.`,
		`Column "same" is left out: it has the same value in all rows.`,
		`Column "late" is left out: it has the same value in all rows that can be used.`,
		"1 row with a missing value left out.",
	}
	if !slices.Equal(words.All("en", f.Notes), want) {
		t.Errorf("notes %q, want %q", words.All("en", f.Notes), want)
	}
}

func TestSuggest(t *testing.T) {
	digits := "a,k\n" + strings.Repeat("0.5,1\n1.5,2\n", 5)
	for _, c := range []struct {
		text, target string
		task         Task
	}{
		{small, "y", Regression},
		{"class,a,b\nx,1,2\ny,3,4\nx,5,6\n", "class", Classification},
		{"y,a,Species\n1,1,s\n2,3,t\n3,5,s\n", "Species", Classification},
		{digits, "k", Classification},                            // 2 integers, 5 rows each
		{strings.TrimSuffix(digits, "1.5,2\n"), "k", Regression}, // 9 rows
		{strings.ReplaceAll(digits, ",2\n", ",2.5\n"), "k", Regression},
		{"a,b,c\n1,2,7\n3,4,7\n", "b", Regression},                   // c is constant
		{"a,b,d\n1,2,2024-01-01\n3,4,2024-01-02\n", "b", Regression}, // d is a date
		{"target,b\n1,2\n1,4\n", "b", Regression},                    // target is constant
		{"a,b\n1,1\n1,1\n", "b", Regression},                         // nothing to learn: the last column
	} {
		table := read(t, c.text)
		target := table.SuggestTarget()
		if target != c.target || table.SuggestTask(target) != c.task {
			t.Errorf("%.30q: target %s for %v, want %s for %v", c.text, target, table.SuggestTask(target),
				c.target, c.task)
		}
	}
	if task := read(t, small).SuggestTask("nothing"); task != Regression {
		t.Errorf("an unknown target suggests %v", task)
	}
}

// TestSuggestedTargets: of tables whose columns are named and ordered much as those of public tables are, what people
// have them for is proposed. The names that count were chosen with these in sight, so this judges no other table.
func TestSuggestedTargets(t *testing.T) {
	for head, want := range map[string]string{
		"Ozone,Solar.R,Wind,Temp,Month,Day":                                 "Ozone",
		"crim,zn,indus,chas,nox,rm,age,dis,rad,tax,ptratio,b,lstat,medv":    "medv",
		"age,sex,bmi,bp,s1,s2,s3,s4,s5,s6,target":                           "target",
		"RI,Na,Mg,Al,Si,K,Ca,Ba,Fe,Type":                                    "Type",
		"species,island,bill_length_mm,body_mass_g,sex,year":                "species",
		"pregnant,glucose,pressure,triceps,insulin,mass,pedigree,diabetes":  "diabetes",
		"Motor,Screw,Pgain,Vgain,Class":                                     "Class",
		"sepal_length,sepal_width,petal_length,petal_width,species":         "species",
		"PassengerId,Survived,Pclass,Name,Sex,Age,SibSp,Parch,Fare":         "Survived",
		"mpg,cylinders,displacement,horsepower,weight,acceleration,origin":  "mpg",
		"sex,length,diameter,height,whole_weight,shell_weight,rings":        "rings",
		"age,sex,bmi,children,smoker,region,charges":                        "charges",
		"carat,cut,color,clarity,depth,table,price,x,y,z":                   "price",
		"Id,MSSubClass,LotArea,YearBuilt,SaleCondition,SalePrice":           "SalePrice",
		"MedInc,HouseAge,AveRooms,Latitude,Longitude,MedHouseVal":           "MedHouseVal",
		"longitude,latitude,housing_median_age,total_rooms,house_price,sea": "house_price",
		"fixed_acidity,residual_sugar,pH,alcohol,quality,color":             "quality",
		"id,diagnosis,radius_mean,texture_mean,area_mean":                   "diagnosis",
		"age,workclass,education,occupation,hours_per_week,income":          "income",
		"age,job,marital,balance,duration,y":                                "y",
		"X,Y,FFMC,DMC,DC,ISI,temp,RH,wind,rain,area":                        "area",
		"cement,slag,ash,water,age,strength":                                "strength",
		"season,yr,mnth,hr,temp,windspeed,casual,cnt":                       "cnt",
		"total_bill,tip,sex,smoker,day,time,size":                           "tip",
	} {
		var b strings.Builder
		b.WriteString(head + "\n")
		n := strings.Count(head, ",") + 1
		for i := range 30 {
			for k := range n {
				if k > 0 {
					b.WriteByte(',')
				}
				fmt.Fprintf(&b, "%d.5", (i*(k+3)+k)%11)
			}
			b.WriteByte('\n')
		}
		if got := read(t, b.String()).SuggestTarget(); got != want {
			t.Errorf("%s is proposed of %s, want %s", got, head, want)
		}
	}
}

func TestTask(t *testing.T) {
	for _, task := range []Task{Regression, Classification} {
		if got, err := ParseTask(task.String()); err != nil || got != task {
			t.Errorf("ParseTask(%q) = %v, %v", task.String(), got, err)
		}
	}
	_, err := ParseTask("clustering")
	wantError(t, err, "task-unknown", `"clustering"`)
	if s := fmt.Sprint(Numeric, Text, Date); s != "numeric text date" {
		t.Errorf("kinds are %s", s)
	}
}

func TestTake(t *testing.T) {
	f, err := read(t, small).Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	g := f.Take([]int{2, 0})
	if g.N != 2 || !slices.Equal(g.X, []float64{5, 1, 50, 10, 1, 1}) || !slices.Equal(g.Y, []float64{4.5, 0.5}) ||
		!slices.Equal(g.Rows, []int{6, 2}) || g.LeftOut != nil || len(f.LeftOut) != 2 {
		t.Errorf("taken %+v", g)
	}
}

func TestMatch(t *testing.T) {
	ref, err := read(t, "n,c,y\n1,red,no\n2,blue,yes\n3,red,no\n4,green,yes\n").Frame("y", nil, Classification)
	if err != nil {
		t.Fatal(err)
	}
	f, err := read(t, "y,extra,c,n\nyes,1,green,7.5\nno,2,blue,\nyes,3,red,8\n").Match(ref)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(f.X, []float64{7.5, 8, 1, 2}) || !slices.Equal(f.Class, []int{1, 1}) ||
		!slices.Equal(f.Classes, ref.Classes) || !slices.Equal(f.Features, ref.Features) ||
		!slices.Equal(f.LeftOut, []int{3}) || !slices.Equal(f.Labels[1], []string{"blue", "green", "red"}) {
		t.Errorf("matched %+v", f)
	}
	for _, c := range []struct {
		text, code string
		row        int
		column     string
		words      []string
	}{
		{"n,y\n1,no\n2,yes\n", "match-column", 0, "c", []string{`"c"`, "missing"}},
		{"n,c\n1,red\n2,red\n", "match-column", 0, "y", nil},
		{"n,c,y\n1,red,no\n2,pink,yes\n", "match-category", 3, "c",
			[]string{"Row 3", `"pink"`, `"blue", "green", "red"`}},
		{"n,c,y\n1,red,no\n2,blue,perhaps\n", "match-class", 3, "y",
			[]string{"Row 3", `"perhaps"`, `"no", "yes"`}},
		{"n,c,y\n1,red,no\nx,red,yes\n", "column-text", 3, "n", []string{"Row 3", `"x"`}},
		{"n,c,y\n1,red,no\ninf,red,yes\n", "column-infinite", 3, "n", []string{"Row 3", `"inf"`}},
		{"n,c,y\n2024-01-01,red,no\n2024-01-02,red,yes\n", "column-text", 2, "n", nil},
		{"n,c,y\n1,red,no\n1.7e308,red,no\n", "", 0, "", nil},
		{"n,c,y\n1,,no\n,red,yes\n", "frame-rows", 0, "", nil},
		{"n,c,y\n1,3,no\n2,3,yes\n", "match-category", 2, "c", []string{`"3"`}},
		// numbers but for one
		{"n,c,y\n" + strings.Repeat("1,3,no\n", 30) + "2,red,no\n", "match-category", 32, "c",
			[]string{`"red"`}},
		{"n,c,y\n,red,no\n,red,yes\nx,red,no\ny,red,no\n", "column-text", 4, "n", []string{"Row 4", `"x"`}},
		{"n,c,y\n1," + strings.Repeat("long", 30) + ",no\n2,red,yes\n", "match-category", 2, "c",
			[]string{`"longlonglonglonglonglonglonglonglonglong..."`}},
	} {
		_, err := read(t, c.text).Match(ref)
		if c.code == "" {
			if err != nil {
				t.Errorf("%q: %v", c.text, err)
			}
			continue
		}
		if e := wantError(t, err, c.code, append(c.words, "t.csv")...); e.Row != c.row || e.Column != c.column {
			t.Errorf("%q: at row %d, column %q; want row %d, column %q", c.text, e.Row, e.Column, c.row,
				c.column)
		}
	}
	narrow, err := read(t, "n,y\n0,1\n1e-300,2\n").Frame("y", nil, Regression)
	if err != nil {
		t.Fatal(err)
	}
	_, err = read(t, "n,y\n0,1\n1e10,2\n").Match(narrow)
	wantError(t, err, "match-range", "Row 3", `"n"`, "1e+10")
	_, err = read(t, "n,y\n0,p\n1,q\n").Match(narrow)
	wantError(t, err, "column-text", "Row 2", `"y"`)
}

func TestMatchShowsTenLabels(t *testing.T) {
	ref := classFrame(t, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1)
	_, err := read(t, "a,y\n1,k0\n2,other\n").Match(ref)
	wantError(t, err, "match-class", `"k0", "k1", "k10", "k11", "k2"`, `"k7", ...`)
}

// 0 and -0 are one class.
func TestClassesOfZero(t *testing.T) {
	f, err := read(t, "n,y\n1,-0\n2,1\n3,0\n4,-0.0e0\n").Frame("y", nil, Classification)
	if err != nil || !slices.Equal(f.Classes, []string{"0", "1"}) || !slices.Equal(f.Class, []int{0, 1, 0, 0}) {
		t.Errorf("classes %+v, %v", f, err)
	}
}

func TestMatchNumericClasses(t *testing.T) {
	ref, err := read(t, "n,y\n1,0\n2,1\n3,0\n4,1\n").Frame("y", nil, Classification)
	if err != nil {
		t.Fatal(err)
	}
	one, err := ReadCSV("one", []byte("n,y\n9,1.0\n"), ReadOptions{MinRows: 1})
	if err != nil {
		t.Fatal(err)
	}
	f, err := one.Match(ref)
	if err != nil || !slices.Equal(f.Class, []int{1}) {
		t.Errorf("matched %+v, %v", f, err)
	}
}

// TestOutliersAreNoted: one value that stretches the range a hundredfold is named, on either side; a column with two
// values, or one whose largest value is merely large, is not.
func TestOutliersAreNoted(t *testing.T) {
	for text, want := range map[string]bool{"1e150": true, "-5000": true, "60": false, "": false} {
		table := read(t, numbered(40, func(r int) string {
			if r == 7 && text != "" {
				return text
			}
			return strconv.Itoa(r)
		}))
		f, err := table.Frame("a", nil, Regression)
		if err != nil {
			t.Fatal(err)
		}
		noted := slices.ContainsFunc(words.All("en", f.Notes), func(n string) bool {
			return strings.Contains(n, "far from all other values")
		})
		if noted != want {
			t.Errorf("%q: notes %q, want a warning: %v", text, words.All("en", f.Notes), want)
		}
	}
	flags := read(t, numbered(40, func(r int) string { return strconv.Itoa(r / 39) }))
	if f, err := flags.Frame("a", nil, Regression); err != nil || len(words.All("en", f.Notes)) > 0 {
		t.Errorf("a column of 0 and 1: %v, notes %q", err, words.All("en", f.Notes))
	}
}

// TestLongTexts: a label of MaxText characters is used, a longer one keeps its column out with a note, or is refused by
// row and column; a longer name is refused.
func TestLongTexts(t *testing.T) {
	text := func(name, label string) []byte {
		return []byte("x,y," + name + "\n1,1,a\n2,3,b\n3,5," + label + "\n4,4,a\n")
	}
	at, over := strings.Repeat("ü", MaxText), strings.Repeat("ü", MaxText+1)
	table, err := ReadCSV("t", text(at, at), ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if f, err := table.Frame("y", nil, Regression); err != nil || f.D != 2 {
		t.Errorf("a label of %d characters: %v", MaxText, err)
	}
	if table, err = ReadCSV("t", text("kind", over), ReadOptions{}); err != nil {
		t.Fatal(err)
	}
	f, err := table.Frame("y", nil, Regression)
	if err != nil || f.D != 1 || !slices.Contains(words.All("en", f.Notes),
		`Column "kind" is left out: it holds a text of more than 1000 characters.`) {
		t.Errorf("a longer label: %v, %+v", err, f)
	}
	for _, choose := range []func() error{
		func() error { _, err := table.Frame("y", []string{"x", "kind"}, Regression); return err },
		func() error { _, err := table.Review("kind", []string{"x"}, Classification); return err },
	} {
		if e, ok := choose().(*Error); !ok || e.Code != "column-label" || e.Row != 4 || e.Column != "kind" ||
			e.File != "t" {
			t.Errorf("chosen: %+v", e)
		}
	}
	if target := table.SuggestTarget(); target != "y" {
		t.Errorf("the target suggested is %s", target)
	}
	_, err = ReadCSV("t", text(over, "c"), ReadOptions{})
	if e, ok := err.(*Error); !ok || e.Code != "csv-name" || e.Row != 1 || len(e.Column) > 200 ||
		!strings.Contains(e.Message.String(), "The name of column 3 has 1001 characters") {
		t.Errorf("a longer name: %v", err)
	}
}

// Labels that one file writes as numbers and the other as text are the same labels.
func TestCodesOfNumbers(t *testing.T) {
	ref, err := read(t, "c,y\n01,02\nA1,02\n01,B\n02,B\n").Frame("y", nil, Classification)
	if err != nil {
		t.Fatal(err)
	}
	f, err := read(t, "c,y\n02,02\n01,02\n").Match(ref)
	if err != nil || !slices.Equal(f.X, []float64{1, 0}) || !slices.Equal(f.Class, []int{0, 0}) {
		t.Errorf("matched %+v, %v", f, err)
	}
	table := read(t, "c,y\n1,1\n2,2\n")
	c := table.column("c")
	for _, k := range []struct {
		labels []string
		want   []float64
	}{
		{[]string{"01", "1", "2"}, []float64{1, 2}}, {[]string{"001", "01", "02"}, []float64{-1, 2}},
		{[]string{"1.0", "a"}, []float64{0, -1}},
	} {
		if got := table.Codes(c, k.labels); !slices.Equal(got, k.want) {
			t.Errorf("places of 1 and 2 among %q are %v, want %v", k.labels, got, k.want)
		}
	}
}
