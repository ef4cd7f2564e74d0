#!/usr/bin/python3
"""Reports and suppressions with random damage. `fencepost export` must write a form that its judge
accepts, or print one line and end with status 2."""
import copy
import pathlib
import random
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from exports import *

VALUES = [None, True, -1, 1 << 62, 1e300, '', 'x', [], {}, [1], {'a': 1}, 'rank', [None], '0-3', 2, 0]
report, _ = report_of(4)
report['findings'][0]['suppressed'] = {'line': 1, 'reason': 'x'}
report['suppressions'] = [{'file': 'f', 'line': 1, 'slug': 's', 'reason': 'r', 'expires': None,
                           'matched': 0, 'state': 'unused'}]


def nodes(thing):
    """Lists where values stand: (container, key)."""
    keys = thing if isinstance(thing, dict) else range(len(thing)) if isinstance(thing, list) else ()
    for key in keys:
        yield thing, key
        yield from nodes(thing[key])


random.seed(int(os.environ.get('SEED', 1)))
bad, accepted = [], 0
for n in range(int(os.environ.get('TIMES', 150))):
    damaged = copy.deepcopy(report)
    for _ in range(random.choice((1, 1, 2, 3))):
        thing, key = random.choice(list(nodes(damaged)))
        if random.random() < 0.3:
            del thing[key]
        else:
            thing[key] = copy.deepcopy(random.choice(VALUES))
    form = random.choice([f for f in FORMATS if f != 'json'])
    outcome = fencepost('export', f'--format={form}', saved(damaged, 'damaged.json'))
    accepted += outcome.returncode == 0
    wrong = (JUDGES[form](outcome.stdout) + outcome.stderr.splitlines()
             if outcome.returncode == 0 else
             [] if outcome.returncode == 2 and len(outcome.stderr.splitlines()) == 1 and
             not outcome.stdout else [outcome.returncode, outcome.stderr])
    if wrong:
        bad.append((form, wrong, damaged))
same(bad, [], 'damaged members')
ok(accepted > 20, 'some do no harm', accepted)

good = (b'[lock-*]\nfunction = a*\nfile = b?.c\nmodule = [c]\nwindow = w\nreason = why\n'
        b'expires = 2031-01-31\nfingerprint = 0123456789abcdef\n# comment\n\n[rma-race]\n')
d = directory()
Rank(d, 0, 1).finding('lock-twice', ('MPI_Win_lock', 'a.c', 3, 'f')).end()
bad = []
for n in range(100):
    text = bytearray(good)
    for _ in range(random.randrange(1, 6)):
        at = random.randrange(len(text))
        if random.random() < 0.5:
            text[at] = random.randrange(256)
        else:
            del text[at:at + random.randrange(20)]
    (TMP / 'suppressions').write_bytes(text)
    outcome, _ = merge(d, '--quiet', f'--suppressions={TMP}/suppressions')
    if outcome.returncode not in (0, 2, 66) or \
            len(outcome.stderr.splitlines()) != (outcome.returncode == 2):
        bad.append((outcome.returncode, outcome.stderr, bytes(text)))
same(bad, [], 'damaged suppressions')
done()
