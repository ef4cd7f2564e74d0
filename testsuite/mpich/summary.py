"""Prints TAP lines and the table at the end."""
from collections import Counter


def print_line(number, result):
    label = result.test.label.replace("#", "\\#")
    times = f"{result.native_seconds:.1f} s natively"
    if result.state == "left-out":
        line = f"ok {number} - {label} # SKIP left out: {result.reason}"
    elif result.state == "not-built":
        line = f"ok {number} - {label} # SKIP not built: {result.reason}"
    elif result.state == "native-fail":
        known = f" (xfail={result.test.xfail})" if result.test.xfail else ""
        line = f"ok {number} - {label} # SKIP fails natively: {result.reason}{known} ({times})"
    elif result.state == "native-pass":
        line = f"ok {number} - {label} # {times}"
    else:
        word = "ok" if result.state == "ok" else "not ok"
        line = f"{word} {number} - {label} # {result.seconds:.1f} s, {times}"
    print(line)
    for problem in result.problems:
        print("\n".join(f"# {part}" for part in problem.splitlines()))
    print(end="", flush=True)


def print_reasons(title, results):
    """How many tests for each reason."""
    if not results:
        return
    print(f"# {title}:")
    for reason, count in Counter(result.reason for result in results).most_common():
        names = sorted({result.test.id for result in results if result.reason == reason})
        more = f" and {len(names) - 4} more" if len(names) > 4 else ""
        print(f"#   {count:4}  {reason}: {', '.join(names[:4])}{more}")


def print_table(results):
    dirs = sorted({result.test.dir for result in results})
    columns = ["listed", "left out", "not built", "native fail", "native pass", "checked ok",
               "failed", "findings"]
    print("#\n# " + f"{'':14}" + "".join(f"{name:>13}" for name in columns))
    for name in dirs + ["all"]:
        rows = [r for r in results if name in ("all", r.test.dir)]
        state = Counter(r.state for r in rows)
        numbers = [len(rows), state["left-out"], state["not-built"], state["native-fail"],
                   state["native-pass"] + state["ok"] + state["failed"], state["ok"],
                   state["failed"], sum(len(r.findings) for r in rows)]
        print("# " + f"{name:14}" + "".join(f"{number:13}" for number in numbers))


def print_ratio(results):
    checked = [r for r in results if r.state in ("ok", "failed")]
    before = sum(r.native_seconds for r in checked)
    if before:
        after = sum(r.seconds for r in checked)
        print(f"# time under Fencepost {after:.0f} s, natively {before:.0f} s, "
              f"ratio {after / before:.2f}")


def print_end(results, absent, options):
    """Prints the summary; returns the exit status."""
    by_state = {state: [r for r in results if r.state == state]
                for state in ("left-out", "not-built", "native-fail")}
    print_reasons("left out", by_state["left-out"])
    print_reasons("not built", by_state["not-built"])
    print_reasons("fail natively", by_state["native-fail"])
    for line in absent:
        print(f"# expected.txt:{line.line}: never came: {line.test} {line.slug} {line.place}")
    slugs = Counter(f.get("id") for r in results for f in r.findings)
    for slug, count in slugs.most_common():
        print(f"# finding {slug}: {count}")
    print_table(results)
    print_ratio(results)
    new = [r for r in by_state["native-fail"] if not r.reason.startswith("known: ")]
    tried = len([r for r in results if r.native_seconds])
    good = "native-pass" if options.native_only else "ok"
    passed = sum(r.state == good for r in results)
    failed = sum(r.state == "failed" for r in results) + len(absent)
    if len(new) > tried // 10 or not passed + failed:
        print(f"# {len(new)} of {tried} tests fail natively and are not in native.txt: "
              "something is wrong with this MPI or this machine")
        failed += 1
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
