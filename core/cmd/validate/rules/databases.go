// PostgreSQL and MariaDB: servers of their own in a folder that goes away, without a port, and the clients that people
// use.

package rules

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"dcctree/core/export/hostile"
)

// server is a database with a client; it is another user's where this one is root, whom PostgreSQL does not serve.
type server struct {
	dir, work string // the client runs in work, which holds nothing
	as        []string
	process   *exec.Cmd
	table     func(c hostile.Case) string   // statements that make canary and data
	clients   [][]string                    // the client, each time in another mode
	read      func(out string) []([]string) // its output, row by row
	none      string                        // in which NULL is this
}

// newServer makes the folders.
func newServer(dir string) (*server, error) {
	s := &server{dir: dir, work: filepath.Join(dir, "work")}
	if err := os.Mkdir(s.work, 0o777); err != nil {
		return nil, err
	}
	if os.Getuid() != 0 {
		return s, nil
	}
	nobody, err := user.Lookup("nobody")
	if err != nil {
		return nil, err
	}
	s.as = []string{"setpriv", "--reuid", nobody.Uid, "--regid", nobody.Gid, "--clear-groups", "--"}
	id, _ := strconv.Atoi(nobody.Uid)
	group, _ := strconv.Atoi(nobody.Gid)
	return s, errors.Join(os.Chown(dir, id, group), os.Chown(s.work, id, group))
}

// command is one of the server's, as its user.
func (s *server) command(name string, args ...string) *exec.Cmd {
	line := append(append([]string{}, s.as...), append([]string{name}, args...)...)
	c := exec.Command(line[0], line[1:]...)
	c.Dir = s.work
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + s.work, "LC_ALL=C.UTF-8"}
	return c
}

// begin starts the server and waits until its client is answered.
func (s *server) begin(prepare, serve *exec.Cmd) error {
	if out, err := prepare.CombinedOutput(); err != nil {
		return fmt.Errorf("%w: %s", err, out)
	}
	log, err := os.Create(filepath.Join(s.dir, "log"))
	if err != nil {
		return err
	}
	defer log.Close()
	serve.Stdout, serve.Stderr = log, log
	if err := serve.Start(); err != nil {
		return err
	}
	s.process = serve
	for start := time.Now(); time.Since(start) < time.Minute; time.Sleep(100 * time.Millisecond) {
		if _, err = s.ask(s.clients[0], "SELECT 1;"); err == nil {
			return nil
		}
	}
	s.stop()
	return err
}

func (s *server) stop() {
	s.process.Process.Signal(os.Interrupt)
	done := make(chan struct{})
	go func() { s.process.Wait(); close(done) }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		s.process.Process.Kill()
	}
}

// ask hands a text to the client; anything that the client complains of is an error.
func (s *server) ask(client []string, text string) (string, error) {
	c := s.command(client[0], client[1:]...)
	var out, faults bytes.Buffer
	c.Stdin, c.Stdout, c.Stderr = strings.NewReader(text), &out, &faults
	if err := c.Run(); err != nil || faults.Len() > 0 {
		return out.String(), fmt.Errorf("%v %.300s", err, faults.String())
	}
	return out.String(), nil
}

// run makes the table, executes the rules, and looks at what is left, in each mode.
func (s *server) run(c hostile.Case, rules string) (answers []answer, err error) {
	for _, client := range s.clients {
		if _, err := s.ask(s.clients[0], s.table(c)); err != nil {
			return nil, fmt.Errorf("the table: %w", err)
		}
		out, fault := s.ask(client, rules)
		left, gone := s.ask(s.clients[0], "SELECT count(*) FROM canary; SELECT count(*) FROM data;")
		if counts := strings.Fields(left); gone == nil &&
			(len(counts) != 2 || counts[0] != "3" || counts[1] != strconv.Itoa(len(c.Rows))) {
			gone = fmt.Errorf("canary and data have %v rows", counts)
		}
		if err := errors.Join(fault, gone, untouched(s.work)); err != nil {
			return nil, err
		}
		var got []answer
		for _, row := range s.read(out) {
			last := row[len(row)-1]
			got = append(got, answer{Text: last, None: last == s.none})
		}
		if answers != nil && fmt.Sprint(answers) != fmt.Sprint(got) {
			return nil, fmt.Errorf("%v answers otherwise", client)
		}
		answers = got
	}
	return answers, nil
}

// statements fill the tables; quote writes names, bytes texts, both as no case could break.
func statements(c hostile.Case, kinds [2]string, quote, text func(string) string) string {
	var b strings.Builder
	b.WriteString("DROP TABLE IF EXISTS canary; DROP TABLE IF EXISTS data; CREATE TABLE canary (x INT); INSERT " +
		"INTO canary VALUES (1), (2), (3);\n")
	fmt.Fprintf(&b, "CREATE TABLE data (%s %s, %s %s);\n", quote(c.Columns[0].Name), kinds[0],
		quote(c.Columns[1].Name), kinds[1])
	for _, row := range c.Rows {
		cells := [2]string{"NULL", "NULL"}
		if x, is := row[0].(float64); is {
			cells[0] = strconv.FormatFloat(x, 'g', -1, 64)
		}
		if label, is := row[1].(string); is {
			cells[1] = text(label)
		}
		fmt.Fprintf(&b, "INSERT INTO data VALUES (%s, %s);\n", cells[0], cells[1])
	}
	return b.String()
}

// postgresPrograms is the folder of the newest of Debian's PostgreSQL, which is not on the path; "" where they are, or
// are not here.
func postgresPrograms() string {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if len(found) == 0 {
		return ""
	}
	return filepath.Dir(found[len(found)-1])
}

func absentPostgres() string {
	if name := absent("psql")(); name != "" || postgresPrograms() != "" {
		return name
	}
	return absent("initdb", "postgres")()
}

func startPostgres(dir string) (runner, error) {
	s, err := newServer(dir)
	if err != nil {
		return nil, err
	}
	// psql goes on after an error, as it does for people, and reads the file from its standard input.
	client := []string{"psql", "-X", "-q", "-t", "-A", "-F", "\x1f", "-R", "\x1e", "-P", "null=\x1d", "-h", dir,
		"-U", "postgres", "postgres"}
	old := append([]string{"env", "PGOPTIONS=-c standard_conforming_strings=off -c escape_string_warning=off"},
		client...)
	s.clients, s.none = [][]string{client, old}, "\x1d"
	s.read = func(out string) (rows [][]string) {
		for _, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\x1e") {
			rows = append(rows, strings.Split(line, "\x1f"))
		}
		return rows
	}
	s.table = func(c hostile.Case) string {
		return "SET client_min_messages = warning;\n" + statements(c, [2]string{"DOUBLE PRECISION", "TEXT"},
			func(name string) string { return `"` + strings.ReplaceAll(name, `"`, `""`) + `"` },
			func(text string) string {
				return "convert_from(decode('" + hex.EncodeToString([]byte(text)) + "', 'hex'), 'UTF8')"
			})
	}
	data, programs := filepath.Join(dir, "data"), postgresPrograms()
	err = s.begin(s.command(filepath.Join(programs, "initdb"), "-D", data, "-U", "postgres", "-A", "trust", "-E",
		"UTF8", "--locale=C.UTF-8", "-N"),
		s.command(filepath.Join(programs, "postgres"), "-D", data, "-k", dir, "-c", "listen_addresses=", "-c",
			"fsync=off"))
	return s, err
}

func startMariaDB(dir string) (runner, error) {
	s, err := newServer(dir)
	if err != nil {
		return nil, err
	}
	data, socket := filepath.Join(dir, "data"), filepath.Join(dir, "socket")
	client := []string{"mariadb", "--no-defaults", "--socket=" + socket, "--user=root", "--batch",
		"--skip-column-names", "--force", "--default-character-set=utf8mb4", "mysql"}
	for _, mode := range []string{"STRICT_TRANS_TABLES", "NO_BACKSLASH_ESCAPES", "ANSI,NO_BACKSLASH_ESCAPES"} {
		s.clients = append(s.clients, append(client[:len(client):len(client)],
			"--init-command=SET sql_mode='"+mode+"'"))
	}
	s.none = "NULL"
	s.read = func(out string) (rows [][]string) {
		unescape := strings.NewReplacer(`\\`, `\`, `\n`, "\n", `\t`, "\t", `\0`, "\x00")
		for line := range strings.Lines(out) {
			cells := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
			for i := range cells {
				cells[i] = unescape.Replace(cells[i])
			}
			rows = append(rows, cells)
		}
		return rows
	}
	s.table = func(c hostile.Case) string {
		return statements(c,
			[2]string{"DOUBLE", "VARCHAR(200) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci"},
			func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" },
			func(text string) string { return "_utf8mb4 X'" + hex.EncodeToString([]byte(text)) + "'" })
	}
	err = s.begin(s.command("mariadb-install-db", "--no-defaults", "--datadir="+data,
		"--auth-root-authentication-method=normal", "--skip-test-db"),
		s.command("mariadbd", "--no-defaults", "--datadir="+data, "--socket="+socket, "--skip-networking",
			"--pid-file="+filepath.Join(dir, "pid")))
	return s, err
}
