#!/usr/bin/python3
"""Runs MPICH's own tests natively and under Fencepost: what passes must still pass.

It fetches MPICH's source package, builds the tests of the given directories with the installed MPI
and runs each of them natively. What has passed runs once more under `fencepost run`. There it must
give the same output and status, and only findings that expected.txt lists.

Output is TAP, one line a test, a summary, and `N passed, N failed`. The exit status is 0 if nothing
failed, 1 if something did, 2 if the tests could not be had.
"""
import argparse
import concurrent.futures
import fnmatch
import os
import resource
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field

import build
import catalog
import execute
import native
import source
import summary
import verdict

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.dirname(HERE))
from libraries import OPENMPI
DIRECTORIES = ["rma", "pt2pt", "part", "coll", "comm", "threads/pt2pt"]


@dataclass
class Mpi:
    name: str
    cc: str
    version: str
    launcher: list
    env: dict

    @property
    def is_mpich(self):
        return self.name == "mpich"


@dataclass
class Result:
    test: catalog.Test
    state: str = ""             # left-out, not-built, native-fail, native-pass, ok, failed
    reason: str = ""
    native_seconds: float = 0.0
    seconds: float = 0.0
    cached: bool = False
    findings: list = field(default_factory=list)
    problems: list = field(default_factory=list)


def package_version(package):
    done = subprocess.run(["dpkg-query", "-W", "-f", "${Version}", package],
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.stdout.strip() or "unknown"


def the_mpi(name):
    env = {}
    launcher = [f"mpiexec.{name}"]
    if name == "openmpi":
        launcher.append("--oversubscribe")
        env = {**OPENMPI, "OMPI_MCA_mpi_yield_when_idle": "1",
               "OMPI_MCA_btl_vader_backing_directory": "{scratch}",
               "OMPI_MCA_osc_sm_backing_directory": "{scratch}"}
    package = {"mpich": "libmpich-dev", "openmpi": "libopenmpi-dev"}[name]
    return Mpi(name, f"mpicc.{name}", package_version(package), launcher, env)


class Session:
    def __init__(self, options, mpi, builder, store):
        self.options = options
        self.mpi = mpi
        self.builder = builder
        self.store = store
        self.expected = verdict.read_expected(os.path.join(HERE, "expected.txt"))
        self.known = verdict.read_known(os.path.join(HERE, "native.txt"), mpi.name)
        self.programs = {}

    def command(self, test, program):
        return (self.mpi.launcher + ["-n", str(test.ranks)] + test.mpiexec_args + [program]
                + test.args)

    def environment(self, test):
        return dict(self.mpi.env, **dict(word.split("=", 1) for word in test.env))

    def run_native(self, test, program, result):
        known = self.known.get(test.id)
        if known and self.options.refresh not in ("failed", "all"):
            result.state = "native-fail"
            result.reason = f"known: {known}"
            return None

        def run():
            limit = test.time_limit * self.options.timeout_factor
            return execute.execute(self.command(test, program), self.environment(test), limit)
        outcome, result.cached = self.store.get(test, run, self.options.refresh)
        result.native_seconds = outcome.seconds
        result.reason = verdict.native_failure(test, outcome)
        result.state = "native-fail" if result.reason else "native-pass"
        return outcome

    def run_checked(self, test, program, before, result):
        with tempfile.TemporaryDirectory(prefix="fp-report.") as scratch:
            report = os.path.join(scratch, "report.json")
            command = ([self.options.fencepost, "run", f"--output={report}", "--quiet"]
                       + self.options.run_option + self.command(test, program))
            limit = max(test.time_limit, 30 * before.seconds) * self.options.timeout_factor
            outcome = execute.execute(command, self.environment(test), limit)
            result.seconds = outcome.seconds
            result.findings, level, problems = verdict.read_report(report)
        result.problems = verdict.differences(test, before, outcome) + problems
        result.problems += verdict.status_problem(before, outcome, result.findings)
        result.problems += verdict.unlisted(test, result.findings, level, self.expected)
        result.state = "failed" if result.problems else "ok"

    def one(self, test):
        """Build and run one test."""
        result = Result(test, "left-out", test.left_out)
        if test.left_out:
            return result
        try:
            program = self.builder.program(self.programs[test.id])
        except (KeyError, build.BuildError) as error:
            result.state = "not-built"
            result.reason = ("not in Makefile.am" if isinstance(error, KeyError) else str(error))
            return result
        before = self.run_native(test, program, result)
        if result.state == "native-pass" and not self.options.native_only:
            self.run_checked(test, program, before, result)
        return result


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("dirs", nargs="*", default=DIRECTORIES,
                        help=f"directories of test/mpi (default: {' '.join(DIRECTORIES)})")
    parser.add_argument("--mpi", choices=["mpich", "openmpi"], default="mpich")
    parser.add_argument("--fencepost", metavar="PATH",
                        default=os.path.join(HERE, "..", "..", "build", "fencepost"))
    parser.add_argument("--run-option", metavar="OPTION", action="append", default=[],
                        help="one more option for `fencepost run`; may be repeated")
    parser.add_argument("--native-only", action="store_true", help="no runs under Fencepost")
    parser.add_argument("--only", metavar="PATTERN", help="tests whose dir/name matches")
    parser.add_argument("--sample", type=int, default=3, metavar="N",
                        help="generated tests of each program; 0: all (default: %(default)s)")
    parser.add_argument("--max-count", type=int, default=70000, metavar="N",
                        help="largest count of a generated test; 0: any (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, metavar="N")
    parser.add_argument("--timeout-factor", type=float, default=1.0, metavar="F")
    parser.add_argument("--refresh", choices=["failed", "all"], default="",
                        help="run natively again what the cache has as failed, or everything")
    parser.add_argument("--list", action="store_true", help="list the tests and stop")
    options = parser.parse_args()
    options.fencepost = os.path.abspath(options.fencepost)
    return options


def select(options, top):
    found = [test for name in options.dirs for test in catalog.tests(top, name)]
    catalog.choose(found, options.sample, options.max_count)
    if options.only:
        found = [test for test in found if fnmatch.fnmatchcase(test.id, options.only)]
    if options.mpi != "mpich":
        for test in found:
            if not test.strict:
                test.left_out = "an extension of MPICH (strict=false)"
    return found


def stop(number, _frame):
    execute.kill_running()
    os._exit(128 + number)


def run_tests(session, found, jobs):
    results = []
    print(f"TAP version 13\n1..{len(found)}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = [pool.submit(session.one, test) for test in found]
        for number, future in enumerate(futures, 1):
            results.append(future.result())
            summary.print_line(number, results[-1])
    return results


def look_again(session, results):
    """Level pages leaves out what would cost too much on this machine. So tests whose findings
    did not come are run again, alone and with all accesses."""
    missing = verdict.absent(session.expected)
    session.options.run_option.append("--exact=all")
    for result in results:
        if result.state == "ok" and any(fnmatch.fnmatchcase(result.test.id, line.test) for line in missing):
            print(f"# {result.test.id}: again, with --exact=all", flush=True)
            program = session.builder.program(session.programs[result.test.id])
            session.run_checked(result.test, program,
                                session.run_native(result.test, program, result), result)


def main():
    options = parse_arguments()
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGHUP, stop)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if not options.native_only and not os.access(options.fencepost, os.X_OK):
        sys.exit(f"{options.fencepost}: not there (build it, or give --fencepost or --native-only)")
    cache = source.cache_dir()
    top, version = source.prepare(cache)
    found = select(options, top)
    if options.list:
        for test in found:
            print(test.label + (f"  # {test.left_out}" if test.left_out else ""))
        return 0
    mpi = the_mpi(options.mpi)
    builder = build.Builder(mpi, top, os.path.join(cache, f"build-{mpi.name}"))
    builder.helpers()
    store = native.Store(os.path.join(cache, f"native-{mpi.name}"), f"{mpi.version} {version}")
    session = Session(options, mpi, builder, store)
    for name in options.dirs:
        session.programs.update({f"{name}/{p.name}": p
                                 for p in catalog.programs(top, name).values()})
    results = run_tests(session, found, options.jobs)
    look_again(session, results)
    return summary.print_end(results, verdict.absent(session.expected), options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (source.SourceError, build.BuildError, ValueError) as problem:
        print(f"check-mpich: {problem}", file=sys.stderr)
        sys.exit(2)
