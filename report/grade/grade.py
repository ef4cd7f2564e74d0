"""The class: all submissions, one after the other in each of some jobs."""
import argparse
import fcntl
import os
import queue
import shutil
import signal
import subprocess
import sys
import threading
import time

import assignment
import box
import lines
import overview
import pages
import perform
import records
import marks
import store
import submission
import template


class Progress:
    """A bar on a terminal, else a line for each submission."""

    def __init__(self, total, quiet):
        self.total, self.done, self.quiet = total, 0, quiet
        self.bar = sys.stderr.isatty()
        self.lock = threading.Lock()

    def step(self, name, score):
        with self.lock:
            self.done += 1
            name = submission.printable(name)
            if self.quiet:
                return
            if self.bar:
                full = 30 * self.done // self.total
                print(f'\r\033[K[{"#" * full}{"." * (30 - full)}] {self.done} of {self.total}, '
                      f'{name[:30]}', end='' if self.done < self.total else '\n',
                      file=sys.stderr, flush=True)
            else:
                print(f'{self.done} of {self.total}, {name}: {score}', file=sys.stderr, flush=True)


def alone(out):
    """Keeps other graders out of the folder for as long as the result is open."""
    lock = open(os.path.join(out, '.lock'), 'w')
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as e:
        raise OSError(f'another fencepost grade is working in {out}') from e
    return lock


class Class:
    def __init__(self, task, fencepost, options, examples):
        self.task, self.fencepost, self.options = task, fencepost, options
        self.examples = examples
        self.out = os.path.abspath(options.out)
        os.makedirs(os.path.join(self.out, 'students'), exist_ok=True)
        self.lock = alone(self.out)
        shutil.rmtree(os.path.join(self.out, 'work'), ignore_errors=True)  # of one that was killed
        self.box = box.Box(os.path.join(self.out, 'work'),
                           box.visible(fencepost, options.visible), options.isolation,
                           box.libraries(fencepost))
        self.version = box.version(fencepost)
        self.stop = threading.Event()
        self.lost, self.jobs = [], []

    def folder(self, one):
        return os.path.join(self.out, 'students', one.key)

    def facts(self, one, slot):
        """What a run of this submission shows, from a run before or a new one."""
        asked = store.question(self.task, one, self.version, self.box.level)
        known = None if self.options.fresh else store.load(self.folder(one), asked)
        if known is None:
            known = perform.Worker(self.task, self.box, self.fencepost, slot).perform(one)
            store.save(self.folder(one), asked, known)
        return known

    def known(self, one):
        """The lines of the class for a submission that is not asked for now, if it was graded."""
        try:
            with_files = one.read()
            asked = store.question(self.task, with_files, self.version, self.box.level)
            facts = store.load(self.folder(one), asked)
        except OSError:
            return None
        one.files = {}
        points = marks.mark(self.task, facts) if facts else None
        return facts and (records.row(self.task, facts, points), overview.summary(facts, points))

    def grade(self, one, slot):
        """Writes what belongs to one student; the lines of the class are the result."""
        facts = self.facts(one.read(), slot)
        one.files = {}
        points = marks.mark(self.task, facts)
        folder = self.folder(one)
        store.write(os.path.join(folder, 'results.json'), records.results(facts, points))
        store.write(os.path.join(folder, 'feedback.html'),
                    pages.feedback(self.task, facts, points, self.examples))
        summary = overview.summary(facts, points)
        return records.row(self.task, facts, points), summary

    def work(self, todo, rows, progress, slot):
        while not self.stop.is_set():
            try:
                number, one = todo.get_nowait()
            except queue.Empty:
                return
            try:
                rows[number] = self.grade(one, slot)
                score = f'{rows[number][1]["score"]:g} of {rows[number][1]["max"]:g}'
            except Exception as e:  # whatever a submission has brought about: the others go on
                known = isinstance(e, (box.Failed, OSError))
                why = str(e) if known else f'{type(e).__name__}: {e}'
                score = f'NOT GRADED: {why}'
                self.lost.append((one.name, why))
                rows[number] = records.not_graded(self.task, one.name, why), None
            progress.step(one.name, score)

    def all(self, submissions, wanted):
        """`wanted`: those to be graded now."""
        todo, rows = queue.Queue(), {}
        for number, one in enumerate(submissions):
            if one in wanted:
                todo.put((number, one))
            elif (row := self.known(one)):
                rows[number] = row
        progress = Progress(len(wanted), self.options.quiet)
        self.jobs = [threading.Thread(target=self.work, args=(todo, rows, progress, slot),
                                      daemon=True)
                     for slot in range(min(self.options.jobs, len(wanted)))]
        for job in self.jobs:
            job.start()
        while any(job.is_alive() for job in self.jobs):
            time.sleep(0.05)
        if not self.stop.is_set():
            self.summaries([rows[n] for n in sorted(rows)])

    def interrupt(self):
        """In namespaces nothing outlives us. Without, each job must end what it runs."""
        self.stop.set()
        while self.box.level != 'full' and any(job.is_alive() for job in self.jobs):
            time.sleep(0.05)
        until = time.monotonic() + 5  # what still runs may be writing there
        while os.path.exists(self.box.work) and time.monotonic() < until:
            shutil.rmtree(self.box.work, ignore_errors=True)
            time.sleep(0.05)

    def summaries(self, rows):
        store.write(os.path.join(self.out, 'grades.csv'),
                    records.grades(self.task, [row for row, _ in rows]))
        store.write(os.path.join(self.out, 'index.html'),
                    overview.page(self.task, [s for _, s in rows if s], self.box.says()))
        shutil.rmtree(self.box.work, ignore_errors=True)


class Parser(argparse.ArgumentParser):
    def error(self, message):
        self.exit(2, f'fencepost: {message}\n')


def options_of(words):
    # what these mean is in include/commands.def; the command itself answers --help
    parser = Parser(prog='fencepost grade', allow_abbrev=False, add_help=False)
    parser.add_argument('assignment', nargs='?')
    parser.add_argument('submissions', nargs='?')
    parser.add_argument('--out', metavar='DIR')
    parser.add_argument('--jobs', type=int, default=max(1, (os.cpu_count() or 1) // 2), metavar='N')
    parser.add_argument('--only', action='append', metavar='NAME')
    parser.add_argument('--fresh', action='store_true')
    parser.add_argument('--quiet', action='store_true')
    parser.add_argument('--isolation', choices=('full', 'plain'), default='full')
    parser.add_argument('--visible', action='append', default=[], metavar='DIR')
    parser.add_argument('--new', metavar='FILE')
    parser.add_argument('--check', action='store_true')
    parser.add_argument('--format', action='store_true')
    options = parser.parse_args(words)
    if options.new or options.format or (options.check and options.assignment):
        return options
    if not options.assignment or not options.submissions or not options.out:
        parser.error('an assignment, a folder of submissions and --out are needed')
    if not 1 <= options.jobs <= 1000:
        parser.error('--jobs is between 1 and 1000')
    return options


def say(text):
    print(f'fencepost: {text}', file=sys.stderr)


def explanations(fencepost):
    return subprocess.run([fencepost, 'explain', '--all'], capture_output=True, text=True,
                          check=True).stdout


def chosen(options, found):
    if not options.only:
        return found
    missing = set(options.only) - {name for one in found for name in (one.name, one.key)}
    if missing:
        raise OSError(f'there is no submission {sorted(missing)[0]!r}')
    return [one for one in found if {one.name, one.key} & set(options.only)]


def end(options, group):
    for name, why in group.lost:
        say(f'{submission.printable(name)} was not graded: {why}')
    if not options.quiet:
        if group.box.level != 'full':
            say(group.box.says())
        say(f'grades in {options.out}/grades.csv, overview in {options.out}/index.html')
    return 1 if group.lost else 0


def interrupted(group):
    group.interrupt()
    say('interrupted; give the same command again to go on')
    sys.stderr.flush()
    os._exit(130)


def main(words):
    fencepost = words[0]
    options = options_of(words[1:])
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        if options.format:
            print(template.explain())
            return 0
        if options.new:
            return template.write(options.new)
        explained = explanations(fencepost)
        task = assignment.read(options.assignment, template.slugs(explained))
        if options.check:
            print(f'{options.assignment}: {len(task["tests"])} tests')
            return 0
        group = Class(task, fencepost, options, template.examples(explained))
        submissions = submission.find(options.submissions)
        wanted = chosen(options, submissions)
    except lines.Mistake as e:
        print(e, file=sys.stderr)
        return 2
    except (OSError, box.Failed, subprocess.CalledProcessError) as e:
        say(e)
        return 2
    try:
        group.all(submissions, wanted)
    except KeyboardInterrupt:
        interrupted(group)
    return end(options, group)
