// This file makes numbers of dates, where that is asked for.

package dataset

import (
	"math"

	"dcctree/core/words"
)

// countDays makes a numeric column of days since 1970-01-01 of the labels of a column of dates.
func (f *filler) countDays() {
	f.findOrder()
	days := make([]float64, len(f.Labels)) // by order of appearance
	for k, label := range f.Labels {
		days[k] = daysOf([]byte(label), f.Order == DayFirst)
	}
	for i, v := range f.Values {
		if !math.IsNaN(v) {
			f.Values[i] = days[int(v)]
		}
	}
	f.Kind, f.Days, f.Labels = Numeric, true, nil
}

// findOrder decides, for dates that do not begin with the year, whether the day stands before the month: as was said,
// or by the cells where only one order is possible, else as is usual with the mark between them. It keeps what there is
// to tell of it.
func (f *filler) findOrder() {
	said, dayBefore, monthBefore, slashes, told := f.Order, 0, 0, 0, false
	for _, label := range f.Labels {
		field, width, mark := dateFields(trim([]byte(label)))
		switch {
		case width[0] == 4:
			continue
		case field[0] > 12:
			dayBefore++
		case field[1] > 12:
			monthBefore++
		}
		if mark == '/' {
			slashes++
		}
		told = true
	}
	if !told {
		f.Order = ""
		return
	}
	if said == "" {
		f.Order = MonthFirst
		if dayBefore > monthBefore || dayBefore == monthBefore && slashes == 0 {
			f.Order = DayFirst
		}
	}
	f.order = words.Of("table.note.days." + string(f.Order))
	against := dayBefore
	if f.Order == DayFirst {
		against = monthBefore
	}
	switch {
	case against > 0:
		f.order = words.Of("table.note.days.mixed", f.order)
	case said == "" && dayBefore+monthBefore == 0:
		f.order = words.Of("table.note.days.unsure", f.order)
	}
}

// dateFields cuts the three numbers off what isDate accepts.
func dateFields(b []byte) (field, width [3]int, mark byte) {
	i := 0
	for k := range field {
		if k > 0 {
			mark = b[i]
			i++
		}
		width[k] = digits(b[i:])
		for end := i + width[k]; i < end; i++ {
			field[k] = 10*field[k] + int(b[i]-'0')
		}
	}
	return field, width, mark
}

// daysOf returns the days since 1970-01-01 of a cell that isDate accepts. Where the order asked for is impossible it
// takes the other.
func daysOf(b []byte, dayFirst bool) float64 {
	b = trim(b)
	field, width, _ := dateFields(b)
	length := width[0] + width[1] + width[2] + 2
	y, m, d := field[0], field[1], field[2]
	if width[0] != 4 {
		y, m, d = field[2], field[0], field[1]
		if dayFirst {
			m, d = d, m
		}
		if width[2] == 2 {
			y += 1900
			if y < 1969 {
				y += 100
			}
		}
	}
	if m > 12 {
		m, d = d, m
	}
	return float64(civilDays(y, m, d)) + dayShare(b[length:])
}

// civilDays counts the days from 1970-01-01 to a date of the Gregorian calendar, by 400-year cycles of years that begin
// in March.
func civilDays(y, m, d int) int {
	if m <= 2 {
		y, m = y-1, m+12
	}
	const cycleDays = 146097 // of 400 years
	cycle := (y + 400) / 400 // never below 0
	year := y + 400 - 400*cycle
	day := (153*(m-3)+2)/5 + d - 1 + 365*year + year/4 - year/100
	return cycleDays*(cycle-1) + day - 719468
}

// dayShare reads the time behind a date as a share of the day; what follows it but AM and PM is passed over.
func dayShare(b []byte) float64 {
	if len(b) == 0 {
		return 0
	}
	hours, seconds, b := clock(b[1:])
	for _, c := range b {
		switch {
		case (c == 'P' || c == 'p') && hours < 12:
			hours += 12
		case (c == 'A' || c == 'a') && hours == 12:
			hours = 0
		}
	}
	return (float64(3600*hours) + seconds) / 86400
}

// clock reads hours, and minutes and seconds behind colons or, as in 8.30, points. Seconds are those of the minutes,
// too, and may have decimals.
func clock(b []byte) (hours int, seconds float64, rest []byte) {
	var part [3]int
	mark := byte(':')
	for k := range part {
		n := digits(b)
		for _, c := range b[:min(n, 2)] {
			part[k] = 10*part[k] + int(c-'0')
		}
		if b = b[n:]; k == 0 && len(b) > 0 && b[0] == '.' {
			mark = '.'
		}
		if k == 2 && len(b) > 0 && b[0] == '.' {
			seconds, _ = parseNumber(b[:1+digits(b[1:])], '.')
		}
		if len(b) == 0 || b[0] != mark {
			break
		}
		b = b[1:]
	}
	return part[0], float64(60*part[1]+part[2]) + seconds, b
}
