"""What the tests of `fencepost grade` share: writing a class to a folder, and reading the
results."""
import json
import subprocess

from live import FENCEPOST, run

RING = ['rank 0 has 1', 'rank 1 has 0']
TEST = {'name': 't', 'ranks': 2, 'points': 10, 'expected': RING, 'compare': {'order': 'ranks'}}


def assignment(mpi, *tests, **more):
    return {'fencepost_assignment': 1, 'title': 'test', 'mpi': mpi,
            'tests': [{**TEST, **t} for t in tests or ({},)], **more}


def lay_out(where, task, submissions):
    """submissions: {path below all/: text or bytes}"""
    (where / 'a.json').write_text(json.dumps(task))
    for name, text in submissions.items():
        path = where / 'all' / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())


def grade(where, *words, **more):
    return run(FENCEPOST, 'grade', 'a.json', 'all', '--out', 'out', '--quiet', '--jobs', 2, *words,
               cwd=where, limit=300, **more)


def facts_of(out):
    """{name: facts}; see report/grade/perform.py."""
    facts = [json.loads(p.read_text())['facts'] for p in out.glob('students/*/facts.json')]
    return {f['name']: f for f in facts}


def outcome(facts, name):
    """(outcome, slugs, output) of the first test, or why it was not built."""
    one = facts.get(name)
    if not one:
        return 'not graded'
    if not one['build']['ok']:
        return one['build']['why'] + '\n' + one['build']['output']
    test = one['tests'][0]
    return test['outcome'], sorted({f['id'] for f in test['findings']}), test['stdout'], test['why']


def score(out, name):
    return json.loads((out / 'students' / name / 'results.json').read_text())['score']


def running(mark):
    """The processes that have `mark` among their arguments."""
    rows = subprocess.run(['ps', '-eo', 'uid,args'], capture_output=True, text=True).stdout
    return [row for row in rows.split('\n') if mark in row]
