"""The tests: what Makefile.am builds and what the test lists run.

A program is built from one or more sources with flags of its own (several programs share a source
and differ in -D). A test is one line of a test list: a program, a number of ranks, arguments.
"""
import os
import re
from dataclasses import dataclass, field

# The lists of a directory. The script that makes pt2pt's dtp list calls it testlist.dt.
PLAIN_LISTS = ["testlist.in", "testlist"]
GENERATED_LISTS = ["testlist.dtp", "testlist.dt", "testlist.cvar"]


@dataclass
class Program:
    dir: str
    name: str
    sources: list
    flags: list
    libs: list


@dataclass
class Test:
    dir: str
    name: str
    ranks: int
    args: list = field(default_factory=list)
    env: list = field(default_factory=list)
    mpiexec_args: list = field(default_factory=list)
    time_limit: int = 180
    mem: float = 0.0
    result_test: str = ""
    xfail: str = ""
    strict: bool = True
    generated: bool = False
    left_out: str = ""

    @property
    def id(self):
        return f"{self.dir}/{self.name}"

    @property
    def label(self):
        return " ".join([self.id, str(self.ranks)] + self.args + self.env)


def read_lines(path):
    """Lines with continuations joined; none if there is no such file."""
    if not os.path.isfile(path):
        return []
    with open(path, encoding="utf-8") as file:
        return file.read().replace("\\\n", " ").splitlines()


def make_variables(path):
    """Variable assignments of a Makefile.am; both branches of a conditional count."""
    values = {}
    for line in read_lines(path):
        match = re.match(r"(\w+)\s*(\+?=)\s*(.*)", line.split("#")[0].rstrip())
        if match:
            words = match[3].split()
            values[match[1]] = (values.get(match[1], []) if match[2] == "+=" else []) + words
    return values


def programs(top, directory):
    """Returns the programs of a directory, by name."""
    values = make_variables(os.path.join(top, directory, "Makefile.am"))
    found = {}
    for name in values.get("noinst_PROGRAMS", []):
        sources = [s for s in values.get(f"{name}_SOURCES", [f"{name}.c"]) if s.endswith(".c")]
        flags = [f for f in values.get(f"{name}_CPPFLAGS", []) if f.startswith("-")]
        libs = [f for f in values.get(f"{name}_LDADD", []) if f.startswith("-l")]
        found[name] = Program(directory, name, sources, flags, libs)
    return found


def parse_line(directory, line, generated):
    """One line of a test list, or None. The rules are those of MPICH's runtests."""
    large = "@largetest@" in line
    words = re.sub(r"@\w+@", "", line.split("#")[0]).split()
    if not words or words[0].startswith("!"):
        return None
    ranks = int(words[1]) if len(words) > 1 else 2
    test = Test(directory, words[0], ranks, generated=generated)
    if large:
        test.left_out = "needs much memory (largetest)"
    for word in words[2:]:
        key, equals, value = word.partition("=")
        if not equals:
            continue
        if key == "arg":
            test.args.append(value)
        elif key == "env":
            test.env.append(value)
        elif key == "mpiexecarg":
            test.mpiexec_args += value.split()
        elif key == "timeLimit":
            test.time_limit = int(value)
        elif key == "mem":
            test.mem = float(value)
        elif key == "resultTest":
            test.result_test = value
        elif key == "xfail":
            test.xfail = value
        elif key == "strict":
            test.strict = value.lower() != "false"
    return test


def tests(top, directory):
    """All tests of a directory, without lines that are there twice."""
    found = {}
    for name in PLAIN_LISTS + GENERATED_LISTS:
        for line in read_lines(os.path.join(top, directory, name)):
            test = parse_line(directory, line, name in GENERATED_LISTS)
            if test:
                found.setdefault(test.label, test)
    return list(found.values())


def available_memory():
    """Returns the free memory in units of 10^9 bytes."""
    for line in read_lines("/proc/meminfo"):
        if line.startswith("MemAvailable:"):
            return int(line.split()[1]) * 1024 / 1e9
    return 4.0


def weight(test):
    """How much data a dtp test moves: the larger, the longer it takes."""
    counts = [int(n) for arg in test.args for n in re.findall(r"cnt=(\d+)|count=(\d+)", arg)
              for n in n if n]
    return max(counts, default=0)


def choose(found, sample, max_weight):
    """Mark what is left out: tests that need more memory than there is, and of the generated tests
    all but `sample` of each program. These are spread evenly over the tests that move no more than
    `max_weight` elements."""
    memory = available_memory()
    groups = {}
    for test in found:
        if test.mem > memory * 0.7:
            test.left_out = f"needs {test.mem} GB of memory"
        if test.left_out or not test.generated:
            continue
        if max_weight and weight(test) > max_weight:
            test.left_out = f"count above {max_weight} (--max-count)"
        else:
            groups.setdefault(test.id, []).append(test)
    for group in groups.values():
        if sample and len(group) > sample:
            kept = {i * len(group) // sample for i in range(sample)}
            for i, test in enumerate(group):
                if i not in kept:
                    test.left_out = f"not in the sample of {sample} (--sample)"
