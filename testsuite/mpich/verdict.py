"""What passes: the rules of MPICH's runtests, and the comparison with the list of findings."""
import fnmatch
import json
import os
import re
from dataclasses import dataclass

NO_ERRORS = re.compile(r"\s*No [Ee]rrors\s*$")
HARMLESS = re.compile(r"\s*Test Passed\s*$|\s*$")


@dataclass
class Expected:
    test: str
    slug: str
    place: str
    sometimes: bool
    level: str           # the only trace level it is for; empty: all
    line: int
    tried: bool = False
    seen: bool = False


def native_failure(test, outcome):
    """Returns why a native run does not count as passed; empty if it does."""
    if outcome.timed_out:
        return f"no end within {outcome.seconds:.0f} s"
    nonzero = test.result_test in ("TestStatus", "TestStatusNoErrors", "TestErrFatal")
    if (outcome.status != 0) != nonzero:
        return f"exit status {outcome.status}" + last_words(outcome)
    if test.result_test in ("TestStatus", "TestErrFatal"):
        return ""
    lines = outcome.stdout.splitlines() + outcome.stderr.splitlines()
    odd = [line for line in lines if not NO_ERRORS.match(line) and not HARMLESS.match(line)]
    if not any(NO_ERRORS.match(line) for line in lines):
        return "does not print 'No Errors'" + last_words(outcome)
    if odd and not nonzero:
        return f"unexpected output: {odd[0].strip()[:100]}"
    return ""


def last_words(outcome):
    lines = [line.strip() for line in (outcome.stderr + "\n" + outcome.stdout).splitlines()]
    telling = [line for line in lines if line and not line.startswith("=")]
    return f": {telling[0][:120]}" if telling else ""


def own(line):
    return line.startswith("fencepost:")


def differences(test, native, outcome):
    """Returns what is different under Fencepost; `native` is the outcome without it."""
    problems = []
    if outcome.timed_out:
        return [f"no end within {outcome.seconds:.0f} s (natively {native.seconds:.1f} s)"]
    for name, before, after in (("stdout", native.stdout, outcome.stdout),
                                ("stderr", native.stderr, outcome.stderr)):
        want = sorted(line for line in before.splitlines() if line.strip())
        have = sorted(line for line in after.splitlines() if line.strip() and not own(line))
        if want != have and test.result_test not in ("TestStatus", "TestErrFatal"):
            extra = [line for line in have if line not in want]
            gone = [line for line in want if line not in have]
            problems.append(f"{name} differs" + "".join(f"; new: {x[:160]}" for x in extra[:2])
                            + "".join(f"; missing: {x[:160]}" for x in gone[:2]))
    return problems


def status_problem(native, outcome, findings):
    """The exit status must be the program's own, or 66 if there is a finding of severity error."""
    errors = any(finding.get("severity") == "error" for finding in findings)
    want = 66 if errors and native.status == 0 else native.status
    if outcome.timed_out or outcome.status == want:
        return []
    hint = {66: " (a finding)", 70: " (not fully checked)"}.get(outcome.status, "")
    return [f"exit status {outcome.status}{hint}, not {want}"]


def read_report(path):
    """(findings, trace level, problems) of a JSON report."""
    try:
        with open(path, encoding="utf-8") as file:
            report = json.load(file)
        return report["findings"], report["run"]["trace"], []
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [], "", [f"no usable report: {error}"]


def places(finding):
    """file:line of all locations, the one to blame first."""
    return [f"{os.path.basename(where.get('file') or '?')}:{where.get('line') or '?'}"
            for where in finding.get("locations", [])] or ["?:?"]


def read_expected(path):
    """Reads lines `dir/test slug file:line # reason`. With ? at the end of the slug the finding
    need not appear each time; with @LEVEL it is expected at that trace level only."""
    found = []
    with open(path, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                continue
            if len(words) != 3 or "#" not in line:
                raise ValueError(f"{path}:{number}: not `dir/test slug file:line # reason`")
            slug, _, level = words[1].partition("@")
            found.append(Expected(words[0], slug.rstrip("?"), words[2], slug.endswith("?"), level,
                                  number))
    return found


def read_known(path, mpi):
    """Reads lines `mpi dir/test reason`: tests that are known not to pass natively with this
    MPI."""
    with open(path, encoding="utf-8") as file:
        lines = [line.split(None, 2) for line in file if line.strip() and line[0] != "#"]
    return {words[1]: words[2].strip() for words in lines if words[0] == mpi}


def unlisted(test, findings, level, expected):
    """Returns messages about findings that no line allows, and marks the lines that match as
    seen."""
    lines = [line for line in expected
             if line.level in ("", level) and fnmatch.fnmatchcase(test.id, line.test)]
    for line in lines:
        line.tried = True
    messages = []
    for finding in findings:
        where = places(finding)
        allowed = [line for line in lines if line.slug == finding.get("id")
                   and any(fnmatch.fnmatchcase(place, line.place) for place in where)]
        for line in allowed:
            line.seen = True
        if not allowed:
            messages.append(f"unlisted {finding.get('severity')} {finding.get('id')} "
                            f"{' '.join(where)}: {finding.get('message', '')}")
    return messages


def absent(expected):
    """Returns the lines whose test ran, but did not have the finding."""
    return [line for line in expected if line.tried and not line.seen and not line.sometimes]
