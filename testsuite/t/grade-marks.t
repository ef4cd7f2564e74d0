#!/usr/bin/python3
"""The rubric, applied to made-up facts: comparing output, deductions, caps, bonus, bans."""
import pathlib
import sys
import tempfile

from live import ROOT, done, ok

sys.path.insert(0, str(ROOT / 'report/grade'))
import building  # noqa: E402
import evidence  # noqa: E402
import marks  # noqa: E402
import records  # noqa: E402
import submission  # noqa: E402

RACE = {'id': 'rma-race', 'grade': 'undefined', 'title': 'r', 'fingerprint': '1'}
NOTE = {'id': 'separate-race', 'grade': 'portability', 'title': 's', 'fingerprint': '2'}
WRONG = {'id': 'lock-twice', 'grade': 'erroneous', 'title': 'l', 'fingerprint': '3'}

OUTPUT = (  # expected, got, order, tolerance, the same?
    ('a 1\nb 2\n', 'a 1\nb 2', 'exact', 0, True),
    ('a 1\nb 2\n', 'b 2\na 1\n', 'exact', 0, False),
    ('a 1\nb 2\n', 'b 2\na 1\n', 'any', 0, True),
    ('a\na\n', 'a\n', 'any', 0, False),
    ('a\n', 'a\na\n', 'any', 0, False),
    ('0: x\n0: y\n1: z\n', '1: z\n0: x\n0: y\n', 'ranks', 0, True),
    ('0: x\n0: y\n1: z\n', '0: y\n0: x\n1: z\n', 'ranks', 0, False),
    ('v 1.0', 'v 1.00001', 'exact', 1e-4, True),
    ('v 1.0', 'v 1.00001', 'exact', 1e-6, False),
    ('v 1000000', 'v 1000001', 'exact', 1e-5, True),
    ('x=1e3,', 'x=1000.0,', 'exact', 1e-9, True),
    ('v 1', 'w 1', 'exact', 1, False),
    ('nan', '1', 'exact', 1, False),
    ('', 'x', 'exact', 0, False),
    ('', '\n\n', 'exact', 0, True),
)


def test(**more):
    return {'name': 't', 'points': 10, 'expected': 'x', 'ranks': 2,
            'compare': {'order': 'exact', 'numbers': 0}, **more}


def run(*findings, **more):
    return {'name': 't', 'outcome': 'complete', 'why': [], 'stdout': 'x', 'stderr': '',
            'seconds': 1, 'schedule': '', 'findings': list(findings),
            'calls': {'0': {'MPI_Put': 3, 'MPI_Send': 1}, '1': {'MPI_Put': 1}}, 'page': None, **more}


def score(rubric, *runs, built=True):
    rubric = {'building': 5, 'deductions': [], 'bonus': [], 'bans': [], 'unchecked': 0,
              'unreliable': 0, **rubric}
    facts = {'name': 'n', 'key': 'n', 'notes': [], 'tests': list(runs),
             'build': {'ok': built, 'why': '', 'output': ''}}
    return marks.mark({'rubric': rubric, 'tests': [test()] * len(runs)}, facts)['score']


def rule(points, cap=None, finding=None, grade=None):
    return {'deductions': [{'finding': finding, 'grade': grade, 'points': points, 'cap': cap}],
            'unreliable': 1}


def calls(kind, points, names, **more):
    return {kind: [{'calls': names, 'points': points, 'name': None, **more}]}


for n, (want, got, order, numbers, same) in enumerate(OUTPUT):
    spec = test(expected=want, compare={'order': order, 'numbers': numbers})
    ok((marks.difference(spec, got) is None) == same, f'output {n}', marks.difference(spec, got))
for name, got, want in (
        ('right', score({}, run()), 15),
        ('wrong output', score({}, run(stdout='y')), 5),
        ('does not build', score({}, run(outcome='skipped'), built=False), 0),
        ('crashed', score({}, run(outcome='failed')), 5),
        ('unchecked: nothing', score({}, run(outcome='unchecked')), 5),
        ('unchecked: half', score({'unchecked': 0.5}, run(outcome='unchecked')), 10),
        ('output is luck', score({}, run(RACE)), 5),
        ('output is luck, half', score({'unreliable': 0.5}, run(RACE, stdout='y')), 10),
        ('luck is not looked at: right', score({'unreliable': None}, run(RACE)), 15),
        ('luck is not looked at: wrong', score({'unreliable': None}, run(RACE, stdout='y')), 5),
        ('lines of ranks in another order are no luck', marks.mark(
            {'rubric': {'building': 0, 'deductions': [], 'bonus': [], 'bans': [], 'unchecked': 0,
                        'unreliable': 0},
             'tests': [test(expected='0: a\n1: b\n', compare={'order': 'ranks', 'numbers': 0})]},
            {'build': {'ok': True, 'why': '', 'output': ''},
             'tests': [run(stdout='1: b\n0: a\n')]})['score'], 10),
        ('a note is no reason', score({}, run(NOTE)), 15),
        ('by slug', score(rule(3, finding=['rma-race']), run(RACE)), 12),
        ('by one of two slugs', score(rule(3, finding=['rma-race', 'x']), run(RACE, WRONG)), 12),
        ('by grade', score(rule(3, grade='undefined'), run(RACE, WRONG)), 12),
        ('in two tests once', score(rule(3, grade='undefined'), run(RACE), run(RACE)), 22),
        ('cap', score(rule(9, 4, finding=['rma-race']), run(RACE, {**RACE, 'fingerprint': '9'})), 11),
        ('of a failed run each slug once', score(rule(1, grade='undefined'), run(
            RACE, {**RACE, 'fingerprint': '9'}, outcome='failed')), 4),
        ('never below 0', score(rule(90, grade='erroneous'), run(WRONG)), 0),
        ('bonus: every', score(calls('bonus', 2, ['MPI_Put'], by='every'), run()), 17),
        ('bonus: not every', score(calls('bonus', 2, ['MPI_Send'], by='every'), run()), 15),
        ('bonus: any', score(calls('bonus', 2, ['MPI_Send'], by='any'), run()), 17),
        ('bonus: only if checked', score(calls('bonus', 2, ['MPI_Put'], by='any'),
                                         run(outcome='unchecked')), 5),
        ('ban', score(calls('bans', 4, ['MPI_Send']), run()), 11),
        ('ban kept', score(calls('bans', 4, ['MPI_Recv']), run()), 15)):
    ok(got == want, name, got, want)

swapped = marks.difference(test(expected='a 1\nb 2\n'), 'b 2\na 1\n')
ok('another order' in swapped, 'lines in another order are called so', swapped)


class Worker:
    """A box in which the preprocessor reaches the limit of time, but the compiler does not."""
    assignment = {'build': {'compiler': 'mpicc', 'flags': [], 'libraries': [], 'files': [],
                            'refuse': ['dlsym'], 'limits': {'seconds': 1}}}

    def wrapper(self):
        return ['cc']

    def run(self, words, limits, collect=(), **more):
        late = '-E' in words
        if not late:
            for _, path in collect:
                pathlib.Path(path).touch()
        return {'code': 0, 'signal': 0, 'exceeded': 'seconds' if late else None, 'stdout': '',
                'stderr': ''}


with tempfile.TemporaryDirectory() as home:
    one = submission.Submission('s', 's')
    one.files = {'s.c': b'dlsym'}
    made = building.Build(Worker(), one, home).make()
    ok(not made['ok'] and 'stopped' in made['why'], 'what was not looked through does not run', made)
keys = [submission.key_of(n) for n in ('a', 'a b', 'a_b', '../x', '.', '..', '-o', 'ä', 'a\nb')]
ok(len(set(keys)) == len(keys) and
   all(k and k[0] not in '.-' and '/' not in k and k.isascii() for k in keys), 'keys', keys)
ok(records._cell('=1+1') == "'=1+1" and records._cell('a') == 'a', 'no cell is a formula')
ok(evidence.judge({}, None, {'tampering': []}, test(), 'mpi')[0], 'no journal is no evidence')
done()
