#!/usr/bin/python3
"""The rubric, applied to made-up facts: comparing output, deductions, caps, bonus, bans."""
import os
import pathlib
import socket
import sys
import tempfile
import types

from live import ROOT, done, ok

sys.path.insert(0, str(ROOT / 'report/grade'))
import building  # noqa: E402
import evidence  # noqa: E402
import keeper  # noqa: E402
import marks  # noqa: E402
import objects  # noqa: E402
import records  # noqa: E402
import submission  # noqa: E402
import witness  # noqa: E402

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
    """A box in which the program is built, but only FILES[:known] of what its objects show."""
    assignment = {'build': {'compiler': 'mpicc', 'flags': [], 'libraries': [], 'files': [],
                            'refuse': ['dlsym'], 'limits': {'seconds': 1}}}
    box = types.SimpleNamespace(libraries=['l.so'])

    def __init__(self, known, symbols=''):
        self.known, self.symbols = known, symbols

    def wrapper(self):
        return ['cc']

    def run(self, words, limits, collect=(), **more):
        for inside, path in collect:
            if os.path.basename(inside) in ('program', *objects.FILES[:self.known]):
                pathlib.Path(path).write_text(self.symbols if inside.endswith('symbols') else '')
        return {'code': 0, 'signal': 0, 'exceeded': None, 'stdout': '', 'stderr': ''}


for known, symbols, good in ((4, '', True), (3, '', False), (0, '', False), (4, 'dlsym U         \n', False),
                             (4, 'main T 0 9\n', True), (4, 'dlsym T 0 9\n', False)):
    with tempfile.TemporaryDirectory() as home:
        one = submission.Submission('s', 's')
        one.files = {'s.c': b''}
        made = building.Build(Worker(known, symbols), one, home).make()
        ok(made['ok'] == good, f'{known} of what objects show, {symbols[:7]!r}: {good}', made)
NO_TEXT = {n: '' for n in objects.FILES}
SECTION = '  [ 7] {}  PROGBITS 0000000000000000 0003c6 000000 00 {:>3}  0   0  1\n'
EXPORT = '     9: 0000000000001234    12 FUNC    GLOBAL DEFAULT   14 {}\n'
for name, texts, good in (
        ('.text', {'sections': SECTION.format('.text', 'AX')}, True),
        ('.text.unlikely', {'sections': SECTION.format('.text.unlikely', 'AX')}, True),
        ('data', {'sections': SECTION.format('.data', 'WA')}, True),
        ('.text that can be written', {'sections': SECTION.format('.text', 'WAX')}, False),
        ('code in .mine', {'sections': SECTION.format('.mine', 'AX')}, False),
        ('ifunc', {'symbols': 'f i 0 9\n'}, False),
        ('stack', {'exports': '  GNU_STACK 0x0 0x0 0x0 0x0 0x0 RW  0x10\n'}, True),
        ('code on the stack', {'exports': '  GNU_STACK 0x0 0x0 0x0 0x0 0x0 RWE 0x10\n'}, False),
        ('own name', {'exports': EXPORT.format('f'), 'needed': 'write@GLIBC_2.2.5 U \n'}, True),
        ('write', {'exports': EXPORT.format('write'), 'needed': 'write@GLIBC_2.2.5 U \n'}, False)):
    words = objects.refused({**NO_TEXT, **texts}, ['dlsym'])
    ok(not words == good, f'objects: {name}', words)
keys = [submission.key_of(n) for n in ('a', 'a b', 'a_b', '../x', '.', '..', '-o', 'ä', 'a\nb')]
ok(len(set(keys)) == len(keys) and
   all(k and k[0] not in '.-' and '/' not in k and k.isascii() for k in keys), 'keys', keys)
ok(records._cell('=1+1') == "'=1+1" and records._cell('a') == 'a', 'no cell is a formula')
ok(evidence.judge({}, None, {'tampering': []}, test(), 'mpi')[0], 'no journal is no evidence')

START, FINDING = b'{"record":"start"}\n', b'{"record":"finding"}\n'
BOTH = len(START) + len(FINDING)


def end(*told):
    return b'{"record":"end","calls":{},"told":%s}\n' % str(list(told)).encode()


def judged(text):
    with tempfile.NamedTemporaryFile() as f:
        f.write(text)
        f.flush()
        return evidence.Journal(f.name).wrong


for name, text, good in (('all', START + FINDING + end(2, BOTH), True),
                         ('a gap', START + end(2, BOTH), False),
                         ('an addition', START + FINDING + FINDING + end(2, BOTH), False),
                         ('other bytes', START + FINDING.replace(b'd', b'dd') + end(2, BOTH), False),
                         ('no count', START + b'{"record":"end","calls":{}}\n', False)):
    ok((judged(text) is None) == good, f'journal: {name}', judged(text))

for name, other, outcome, found in (
        ('agrees', run(), 'complete', 0), ('has a note', run(findings=[NOTE]), 'complete', 0),
        ('has a race', run(findings=[RACE]), 'unchecked', 1),
        ('crashed', run(outcome='failed'), 'unchecked', 0)):
    mine = {**run(), 'why': [], 'findings': []}
    witness.compare(mine, {**other, 'why': []})
    ok((mine['outcome'], len(mine['findings'])) == (outcome, found), f'the witness {name}', mine)


def told(program, *texts):
    """What a keeper has and says after these texts, each told in a connection of its own."""
    with tempfile.TemporaryDirectory() as home:
        kept = keeper.Keeper(home, program)
        ends = [socket.socket(socket.AF_UNIX) for _ in texts]
        for one, text in zip(ends, texts):
            one.connect('\0' + kept.name)
            one.send(text)
            kept.drain()
            one.close()
        kept.drain()
        kept.close()
        return {n: (pathlib.Path(home) / n).read_bytes() for n in os.listdir(home)}, kept.complaints


NAME, PYTHON = b'rank-1-0.jsonl', '/proc/self/exe'
ok(told(PYTHON, NAME + b'\n' + START) == ({NAME.decode(): START}, []), 'a journal is kept')
for name, program, texts in (('twice', PYTHON, 2 * (NAME + b'\n' + START,)),
                             ('of no rank', PYTHON, (b'../rank-1-0.jsonl\n' + START,)),
                             ('by another program', '/bin/sh', (NAME + b'\n' + START,))):
    files, said = told(program, *texts)
    ok(said and len(files) <= 1, f'a journal {name} is complained about', files, said)
done()
