// Example: a table as an office has it.

package dataset_test

import (
	"errors"
	"fmt"
	"strings"

	"dcctree/core/dataset"
)

func Example_readCSV() {
	text := "Baujahr;Zimmer;Lage;Miete\n" +
		"1984;3;Zentrum;812,50\n1990;2;Rand;640\n2004;;Rand;700\n1971;4;Zentrum;915,75\n"
	table, err := dataset.ReadCSV("mieten.csv", []byte(text), dataset.ReadOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("separator %q, decimal %q\n", table.Format.Separator, table.Format.Decimal)
	for _, c := range table.Columns {
		fmt.Println(c.Name, c.Kind, c.Missing, c.Labels)
	}
	frame, err := table.Frame("Miete", nil, dataset.Regression) // nil: all other columns
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(frame.N, "rows, response", frame.Y, "left out: row", frame.LeftOut)

	_, err = dataset.ReadCSV("mieten.csv", []byte("a,b\n1,2\n3\n"), dataset.ReadOptions{})
	var fault *dataset.Error
	if errors.As(err, &fault) {
		fmt.Println(fault.Code, fault.Row, strings.ReplaceAll(fault.Error(), ". ", ".\n"))
	}
	// Output:
	// separator ";", decimal ","
	// Baujahr numeric 0 []
	// Zimmer numeric 1 []
	// Lage text 0 [Rand Zentrum]
	// Miete numeric 0 []
	// 3 rows, response [812.5 640 915.75] left out: row [4]
	// csv-ragged 3 mieten.csv: Row 3 has 1 cell where 2 are expected, as in the first row.
	// Add or remove cells there, and put text that contains the separator "," into double quotes.
}
