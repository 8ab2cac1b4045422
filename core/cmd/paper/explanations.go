// What the experiments say about the differences from the printed values.

package main

// explanations are by method and set. Their figures stand in the table above them.
var explanations = map[string]string{}
