# Executes the file named rules for each line, a table, and prints what it answers to the rows: as Python, or as SQL in SQLite.
import json, os, runpy, sqlite3, sys


def told(value):
    return {"text": "" if value is None else str(value), "none": value is None}


def by_python(names, rows):
    predict = runpy.run_path("rules")["predict"]
    return [told(predict(dict(zip(names, row)))) for row in rows]


# The types that a table is made with by hand, and those of a table that SQLite read from a CSV file.
TYPES = [("REAL", "TEXT"), ("TEXT", "TEXT COLLATE NOCASE")]


def by_sqlite(names, rows):
    with open("rules", encoding="utf-8", newline="") as file:
        rules = file.read()
    all_answers = []
    for types in TYPES:
        if os.path.exists("data.db"):
            os.remove("data.db")
        db = sqlite3.connect("data.db")
        columns = ", ".join('"' + name.replace('"', '""') + '" ' + kind for name, kind in zip(names, types))
        db.executescript("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; CREATE TABLE canary (x); INSERT INTO canary VALUES (1), (2), (3); CREATE TABLE data (" + columns + ")")
        db.executemany("INSERT INTO data VALUES (?, ?)", rows)
        db.commit()
        db.executescript(rules)  # which executes what else stands in the file
        left = [db.execute("SELECT count(*) FROM " + table).fetchone()[0] for table in ("canary", "data", "sqlite_master")]
        if left != [3, len(rows), 2]:
            raise RuntimeError("canary, data and tables are %s" % left)
        all_answers.append([told(row[-1]) for row in db.execute(rules.strip())])
        db.close()
    if all_answers[0] != all_answers[1]:
        raise RuntimeError("columns of text are answered otherwise")
    return all_answers[0]


answer = {"python": by_python, "sqlite": by_sqlite}[sys.argv[1]]
for line in sys.stdin:
    case = json.loads(line)
    out = {"answers": [], "fault": ""}
    try:
        out["answers"] = answer(case["names"], case["rows"])
    except Exception as fault:
        out["fault"] = "%s: %s" % (type(fault).__name__, fault)
    print(json.dumps(out), flush=True)
