// The script and the manifest of docs/scheduler.md, run as they are there.

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// page reads docs/scheduler.md.
func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "scheduler.md"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// block returns the only code block of a language that begins with the text.
func block(t *testing.T, language, begins string) string {
	t.Helper()
	var found []string
	for _, m := range regexp.MustCompile("(?s)```"+language+"\n(.*?)```").FindAllStringSubmatch(page(t), -1) {
		if strings.HasPrefix(m[1], begins) {
			found = append(found, m[1])
		}
	}
	if len(found) != 1 {
		t.Fatalf("%d blocks of %s that begin with %q", len(found), language, begins)
	}
	return found[0]
}

// captured returns what the only match of the expression captures.
func captured(t *testing.T, expression, in string) string {
	t.Helper()
	m := regexp.MustCompile(expression).FindAllStringSubmatch(in, -1)
	if len(m) != 1 {
		t.Fatalf("%d times %q in\n%s", len(m), expression, in)
	}
	return m[0][1]
}

// built builds the command into a folder, under the name that the page uses.
func built(t *testing.T) (dir string) {
	t.Helper()
	dir = t.TempDir()
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "paper"), ".").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return dir
}

// shell runs a script in dir with the program there on the path.
func shell(t *testing.T, program []string, dir string, env ...string) {
	t.Helper()
	cmd := exec.Command(program[0], program[1:]...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), append(env, "PATH="+dir+":"+os.Getenv("PATH"))...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", program, err, out)
	}
}

// TestSlurmScript: one task of the array after another, then the merge, gives the run in one piece.
func TestSlurmScript(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("there is no bash")
	}
	script := block(t, "sh", "#!/bin/bash")
	last, err := strconv.Atoi(captured(t, `(?m)^#SBATCH --array=0-(\d+)$`, script))
	if shards := captured(t, `(?m)^SHARDS=(\d+)$`, script); err != nil || shards != strconv.Itoa(last+1) {
		t.Fatalf("an array to %d for %s shards", last, shards)
	}
	dir, args := built(t), smallRun(smallFolder(t))
	if flags := strings.Fields(captured(t, `RUN=\$\{RUN:-"(.*)"\}`, script)); mustParse(t, flags).runs != 10 {
		t.Errorf("flags %v", flags)
	}
	for k := last; k >= 0; k-- {
		shell(t, []string{"bash", "-c", script}, dir, "RUN="+strings.Join(args, " "),
			fmt.Sprintf("SLURM_ARRAY_TASK_ID=%d", k))
	}
	shell(t, []string{"bash", "-c", block(t, "sh", "./paper merge")}, dir)
	comparePiece(t, filepath.Join(dir, "run.jsonl"), args)
}

// TestKubernetesManifest: the container's command once per completion, then a merge.
func TestKubernetesManifest(t *testing.T) {
	manifest := block(t, "yaml", "apiVersion: batch/v1\nkind: Job")
	shell1 := captured(t, `(?m)^ {12}- (/bin/sh)\n {12}- -c\n {12}- \|$`, manifest)
	_, rest, _ := strings.Cut(manifest, "- |\n")
	command, _, _ := strings.Cut(rest, "          resources:")
	completions, err := strconv.Atoi(captured(t, `(?m)^  completions: (\d+)$`, manifest))
	if err != nil || setting(t, manifest, "SHARDS") != strconv.Itoa(completions) {
		t.Fatalf("%d completions, SHARDS %s", completions, setting(t, manifest, "SHARDS"))
	}
	if !strings.Contains(manifest, "completionMode: Indexed") ||
		!strings.Contains(manifest, "mountPath: "+setting(t, manifest, "RESULTS")+"}") ||
		mustParse(t, strings.Fields(setting(t, manifest, "RUN"))).data != captured(t,
			`mountPath: (\S+), readOnly`, manifest) {
		t.Error("index, results or data are not where the command looks for them")
	}
	dir, args, results := built(t), smallRun(smallFolder(t)), t.TempDir()
	for k := range completions {
		shell(t, []string{shell1, "-c", command}, dir, "RUN="+strings.Join(args, " "),
			"SHARDS="+setting(t, manifest, "SHARDS"), "RESULTS="+results,
			fmt.Sprintf("JOB_COMPLETION_INDEX=%d", k))
	}
	files, err := filepath.Glob(filepath.Join(results, "*", "paper.jsonl"))
	if err != nil || len(files) != min(completions, 8) { // jobs
		t.Fatalf("%v, %v", files, err)
	}
	merged := filepath.Join(dir, "run.jsonl")
	must(t, append([]string{"merge", "-out", merged}, files...)...)
	comparePiece(t, merged, args)
}

// setting returns the value of a variable of the manifest.
func setting(t *testing.T, manifest, name string) string {
	t.Helper()
	return captured(t, `- name: `+name+"\n +value: \"(.*)\"", manifest)
}

// mustParse reads the flags of run.
func mustParse(t *testing.T, args []string) options {
	t.Helper()
	_, o, err := parse(runArgs(args))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// comparePiece holds a merged file against the run in one piece.
func comparePiece(t *testing.T, merged string, args []string) {
	t.Helper()
	folder := t.TempDir()
	must(t, runArgs(args, "-kept", folder)...)
	whole := filepath.Join(folder, "paper.jsonl")
	must(t, "merge", "-out", whole, whole)
	if got, want := untimed(fileText(t, merged)), untimed(fileText(t, whole)); got != want {
		t.Errorf("merged\n%s\nin one piece\n%s", got, want)
	}
}

// TestTablesBudget: the page names the budget of paper mode that the tables use.
func TestTablesBudget(t *testing.T) {
	flags := strings.Fields(captured(t, "`(-mode paper .*?)`", page(t)))
	if o := mustParse(t, flags); o.settings != reducedSettings(mustParse(t, nil).settings) {
		t.Errorf("%v: %+v", flags, o.settings)
	}
}
