#!/usr/bin/python3
"""The runner itself: it must notice each way in which a case can fail."""
import json
import pathlib
import sys
import tempfile
import types

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import runner  # noqa: E402

BUG = '''/* A mistake. */
/* case: ranks=3 options="--timeout=5 --x" timeout-mpich=9 */
first(); /* site: lock-twice */
second(); /* expect: lock-twice */ /* expect: op-outside-epoch */
third(); // expect-mpich: assert-invalid
'''
CLEAN = '# Prints.\n# case: lines=no ranks=1\nprint("hello")\n'
FAKE = '''#!/bin/sh
for word; do case $word in --output=*) cp "{report}" "${{word#--output=}}";; esac; done
printf '{out}'
exit {code}
'''
results = []


def check(name, good):
    results.append(good)
    print(f'{"ok" if good else "not ok"} {len(results)} - {name}')


def finding(slug, *lines, name='bug.c'):
    return {'id': slug, 'locations': [{'file': f'/somewhere/{name}', 'line': n} for n in lines]}


def test_header(bug):
    check('keys are read', bug.key('ranks', 'mpich') == '3' and bug.key('status', 'mpich') == 'complete')
    check('a key may be quoted', bug.key('options', 'mpich') == '--timeout=5 --x')
    check('a key may be for one MPI',
          (bug.key('timeout', 'mpich'), bug.key('timeout', 'openmpi')) == ('9', '60'))
    check('marks are read, several in a line',
          bug.marked('expect', 'openmpi') == [('lock-twice', 4), ('op-outside-epoch', 4)])
    check('a mark may be for one MPI', ('assert-invalid', 5) in bug.marked('expect', 'mpich'))
    grades = {'lock-twice': 'ERRONEOUS', 'op-outside-epoch': 'FRAGILE'}
    check('an expected error means status 66', runner.expected_exit(bug, 'openmpi', grades) == '66')
    check('an expected warning means status 0',
          runner.expected_exit(bug, 'openmpi', {'lock-twice': 'FRAGILE'}) == '0')


def test_compare(bug):
    right = [finding('lock-twice', 4, 3), finding('op-outside-epoch', 4)]
    compare = lambda findings: runner.compare_findings(bug, 'openmpi', findings)
    check('what is marked and found passes', compare(right) == [])
    check('a missing finding fails', compare(right[:1]) == ['missing: op-outside-epoch at line 4'])
    check('an unexpected finding fails',
          compare(right + [finding('fence-in-epoch', 4)]) == ['unexpected: fence-in-epoch at line 4'])
    check('a finding reported twice fails',
          compare(right + right[1:]) == ['unexpected: op-outside-epoch at line 4'])
    check('a finding at another line fails',
          len(compare([right[0], finding('op-outside-epoch', 5)])) == 2)
    check('a finding in another file fails',
          len(compare([right[0], finding('op-outside-epoch', 4, name='case.h')])) == 2)
    check('a finding without location fails', len(compare([right[0], finding('op-outside-epoch')])) == 2)
    check('a missing site fails',
          compare([finding('lock-twice', 4), right[1]]) == ['missing site: lock-twice names no line 3'])
    check('a mark for the other MPI is missed there',
          runner.compare_findings(bug, 'mpich', right) == ['missing: assert-invalid at line 5'])


def alive(pid):
    try:
        return ') Z ' not in pathlib.Path('/proc', pid, 'stat').read_text()
    except OSError:
        return False


def test_execute():
    result = runner.execute(['sh', '-c', 'sleep 60 & echo $!; wait'], 0.5)
    check('a run that takes too long is killed whole',
          result.timed_out and not alive(result.out.strip()))
    result = runner.execute(['sh', '-c', 'sleep 60 & echo $!; exit 3'], 10)
    check('a run leaves no process behind',
          result.code == 3 and not result.timed_out and not alive(result.out.strip()))


def run_fake(directory, clean, report, out='hello\\n', code=0, part=1):
    fake = directory / 'fencepost'
    (directory / 'canned.json').write_text(report)
    fake.write_text(FAKE.format(report=directory / 'canned.json', out=out, code=code))
    fake.chmod(0o755)
    options = types.SimpleNamespace(build=directory / 'build', fencepost=fake, native=False,
                                    schedules=0, shapes=None, repeat=1)
    return runner.run_trial(runner.Trial(clean, 'openmpi', ''), options, {})[part]


def test_checked(directory, clean):
    runner.check_schema = lambda report: []
    good = json.dumps({'status': 'complete', 'findings': []})
    check('a clean run passes', run_fake(directory, clean, good) == [])
    check('other output fails', run_fake(directory, clean, good, out='bye\\n') != [])
    check('another exit status fails',
          run_fake(directory, clean, good, code=70)[0] == 'exit status 70, not 0')
    check('a broken report fails', run_fake(directory, clean, good[:-1])[0].startswith('no report'))
    clean.keys['todo'] = 'later'
    check('a case may be marked as to do',
          run_fake(directory, clean, good, part=0) == 'clean [openmpi] # TODO later')
    clean.keys['todo'] = ''
    crashed = json.dumps({'status': 'crashed', 'findings': []})
    check('another status fails',
          run_fake(directory, clean, crashed)[0] == 'status is crashed, not complete')


def patiences(case, killed):
    """Returns the patience of each run of a case that always fails."""
    tried, before = [], runner.run_once

    def fails(trial, options, grades, patience):
        tried.append(patience)
        return ['it fails'], runner.ended_by_us(trial) and not killed

    runner.run_once = fails
    bad = runner.run_checked(runner.Trial(case, 'mpich', ''), None, {}) != []
    runner.run_once = before
    return tried if bad else []


def test_patience(bug, clean):
    check('what --timeout ends is given more time once, and fails then',
          patiences(bug, False) == [1, runner.PATIENCE])
    check('a hang is not tried again', patiences(bug, True) == [1])
    check('what ends by itself is not tried again', patiences(clean, False) == [1])
    check('more time is in the options',
          runner.patient(['--timeout=2.5', '--x'], 8) == ['--timeout=20', '--x'])


VARYING = '''#!/bin/sh
for word; do case $word in --output=*) out=${{word#--output=}};; esac; done
test $CASE_SCHEDULE = {odd} && grade={grade} || grade=undefined
echo '{{"findings": [{{"id": "rma-race", "grade": "'$grade'", "locations": []}}]}}' >$out
'''


def run_varying(directory, bug, odd, grade='fragile'):
    fake = directory / 'fencepost'
    fake.write_text(VARYING.format(odd=odd, grade=grade))
    options = types.SimpleNamespace(build=directory / 'build', fencepost=fake, schedules=3, seed=1)
    (directory / 'build' / 'openmpi').mkdir(parents=True, exist_ok=True)
    return runner.run_schedules(runner.Trial(bug, 'openmpi', ''), options)


def test_schedules(directory, bug):
    check('the same errors in each schedule pass', run_varying(directory, bug, 9) == [])
    check('another set of errors in one schedule fails',
          run_varying(directory, bug, 3)[0] == 'schedule 3 differs from schedule 1:')
    found = lambda *findings: runner.errors_found(bug, 'openmpi', {'findings': findings})
    error = dict(finding('rma-race', 4, 5, 6), grade='undefined')
    check('errors are compared by their first two lines', found(error) == {('rma-race', 4, 5)})
    check('other grades are not compared', found(dict(error, grade='portability')) == set())


def test_coverage(bug):
    twin = types.SimpleNamespace(name=bug.name + '-ok', marks=[])
    slugs = {'lock-twice': '', 'op-outside-epoch': '', 'assert-invalid': ''}
    check('a slug with bug case and twin is covered', runner.check_coverage([bug, twin], slugs) == [])
    check('a slug without twin is not', len(runner.check_coverage([bug], slugs)) == 3)
    check('a slug without bug case is not',
          runner.check_coverage([bug, twin], dict(slugs, other='')) ==
          ['no case with a clean twin expects other'])


def main():
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        runner.CASES = directory
        (directory / 'bug.c').write_text(BUG)
        (directory / 'clean.py').write_text(CLEAN)
        bug = runner.Case(directory / 'bug.c', directory)
        test_header(bug)
        test_compare(bug)
        test_execute()
        test_checked(directory, runner.Case(directory / 'clean.py', directory))
        test_patience(bug, runner.Case(directory / 'clean.py', directory))
        test_schedules(directory, bug)
        test_coverage(bug)
    print(f'1..{len(results)}')
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main())
