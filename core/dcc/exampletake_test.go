// Examples: what can be taken out of a run.

package dcc_test

import (
	"fmt"
	"strings"

	"dcctree/core/chart"
	"dcctree/core/dcc/search"
	"dcctree/core/export"
)

func Example_exports() {
	_, answers, err := fast(search.QuickFastSettings()) // a small budget, no audits
	if err != nil {
		fmt.Println(err)
		return
	}
	best := answers.Measured()[0] // by weight
	rules, _ := answers.Rules(best, "en")
	words, _ := export.Rules(rules, "text")
	fmt.Print(words)
	python, err := export.Rules(rules, "python") // one of export.Languages; an error where one cannot say a name
	if err != nil {
		fmt.Println(err)
		return
	}

	draws, _ := answers.Draws(best) // on the scale that was sampled
	draws.Seed = "1"
	stan := export.StanCSV(draws)    // for CmdStan's readers, 17 digits
	arviz := export.ArviZJSON(draws) // az.from_dict(**json.load(file))

	trees, _ := answers.Trees(best, 100) // a line for each node of each drawn tree, in the units of the file
	table := export.TreesHead(answers.Columns()) + export.TreesCSV(answers.Columns(), trees)

	rows := [][]float64{{.2, .3, .7}, {.8, .6, .2}}
	predictions, err := answers.Predict(rows)
	if err != nil {
		fmt.Println(err)
		return
	}
	predicted := export.PredictionsHead([]string{"row"}, answers.Columns())
	for k, p := range predictions {
		predicted += export.PredictionCSV([]string{fmt.Sprint(k + 1)}, answers.Columns(), p.Exported())
	}

	figure, _ := answers.Tree(best)
	figure.ID, figure.Width = "best", 700
	svg := chart.Tree(figure) // names classes for colors: a page brings its own style sheet

	for _, text := range []string{python, table, predicted, svg[:4]} {
		fmt.Println(strings.SplitN(text, "\n", 2)[0])
	}
	fmt.Println(strings.Count(stan, "\n") > len(draws.LogWeights), strings.HasPrefix(arviz, `{"posterior"`))
	// Output:
	// Mean of y by the decision tree {1,5,6}.
	// One of 96 topologies, with the posterior weight 0.341; single thresholds instead of their distributions.
	// On 225 training rows it differs from the mean of all topologies and draws by 0.06 (root mean square).
	// if x3 <= 0.4741922020822216:
	//     y = 5.04916963582826
	// else:
	//     if x2 <= 0.5693029187113514:
	//         y = 1.0097292318364435
	//     else:
	//         y = 3.052235058465453
	// # -*- coding: utf-8 -*-
	// chain,draw,weight,topology,node,parent,is_leaf,feature,threshold,tau,weight_x1,weight_x2,weight_x3,value
	// row,predicted_mean,predicted_sd,predicted_5_percent,predicted_95_percent
	// <svg
	// true true
}
