"""Makes up a class of students. Each submits some ring exchange, which is right or wrong in one of
many ways, with other names, in one file or a folder. The same seed gives the same class."""
import random
import sys

sys.path.insert(0, __file__.rpartition('/')[0] + '/t')
import hostile  # noqa: E402

ASSIGNMENT = {
    'fencepost_assignment': 1, 'title': 'Ring', 'mpi': 'mpich',
    'text': 'In each round hand your value to the next rank and take over that of the previous.',
    'tests': [
        {'name': 'one round', 'ranks': 2, 'points': 20,
         'expected': ['rank 0 has 1', 'rank 1 has 0'], 'compare': {'order': 'ranks'}},
        {'name': 'four rounds', 'ranks': 3, 'points': 30, 'runs': 2,
         'expected': ['rank 0 has 2', 'rank 1 has 0', 'rank 2 has 1'],
         'compare': {'order': 'ranks'}}],
    'rubric': {
        'building': 10,
        'deductions': [{'finding': ['rma-local-race', 'rma-race', 'buffer-race'], 'points': 15},
                       {'grade': 'erroneous', 'points': 10, 'cap': 30},
                       {'grade': 'undefined', 'points': 10, 'cap': 20},
                       {'grade': 'fragile', 'points': 5, 'cap': 10}],
        'bonus': [{'calls': ['MPI_Put'], 'by': 'every', 'points': 10}],
        'bans': [{'calls': ['MPI_Sendrecv', 'MPI_Send'], 'points': 20}]}}

PUT = 'MPI_Put(&VALUE, 1, MPI_INT, next, 0, 1, MPI_INT, win);'
TAKE = 'VALUE = *BOX;'
SAFE = 'MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);', TAKE, 'MPI_Win_unlock(rank, win);'
WAIT = 'MPI_Barrier(MPI_COMM_WORLD);'
STYLES = {  # the statements of a round; all are right
    'fence': ('MPI_Win_fence(0, win);', PUT, 'MPI_Win_fence(0, win);', TAKE),
    'pscw': ('MPI_Win_post(from, 0, win);', 'MPI_Win_start(to, 0, win);', PUT,
             'MPI_Win_complete(win);', 'MPI_Win_wait(win);', TAKE),
    'lock': (WAIT, 'MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);', PUT,
             'MPI_Win_unlock(next, win);', WAIT, *SAFE),
    'lock-all': (WAIT, 'MPI_Win_lock_all(0, win);', PUT, 'MPI_Win_unlock_all(win);', WAIT, *SAFE),
}
MISTAKES = (  # style, what is replaced, by what
    ('fence', 'MPI_Win_fence(0, win);', ''),
    ('fence', f'MPI_Win_fence(0, win);\n{TAKE}', f'{TAKE}\nMPI_Win_fence(0, win);'),
    ('fence', f'{PUT}\n', f'{PUT}\nVALUE = -1;\n'),
    ('fence', 'next, 0, 1', 'next, ROOM, 1'),
    ('fence', 'next, 0, 1', 'size, 0, 1'),
    ('fence', 'MPI_Win_fence(0, win);', WAIT),
    ('fence', 'MPI_Win_fence(0, win);', 'MPI_Win_fence(MPI_MODE_NOPUT, win);'),
    ('pscw', f'MPI_Win_wait(win);\n{TAKE}', f'{TAKE}\nMPI_Win_wait(win);'),
    ('pscw', 'MPI_Win_complete(win);', ''),
    ('pscw', 'MPI_Win_post(from', 'MPI_Win_post(to'),
    ('pscw', 'MPI_Win_start(to', 'MPI_Win_start(from'),
    ('pscw', 'MPI_Win_post(from, 0, win);', ''),
    ('lock', 'MPI_Win_unlock(next, win);', ''),
    ('lock', 'MPI_Win_lock(MPI_LOCK_EXCLUSIVE, next, 0, win);', ''),
    ('lock-all', f'MPI_Win_unlock_all(win);\n{WAIT}', 'MPI_Win_unlock_all(win);'),
    ('lock-all', f'{WAIT}\nMPI_Win_lock_all', 'MPI_Win_lock_all'),
    ('lock-all', 'MPI_Win_unlock_all(win);', 'MPI_Win_flush_all(win);'),
)
OUTPUTS = ('VALUE + 1', 'rank', '0', 'VALUE * 2 + 7')
CRASHES = ('*(volatile int *)8 = 1;', 'abort();', 'exit(3);', 'MPI_Abort(MPI_COMM_WORLD, 4);',
           'raise(SIGFPE);', 'if (rank == 1) _exit(0);', 'memset(&win, 77, 1 << 26);')
HANGS = ('for (;;) pause();', 'if (rank) for (;;) rounds++;',
         'MPI_Recv(&VALUE, 1, MPI_INT, previous, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);',
         'if (rank) MPI_Barrier(MPI_COMM_WORLD);', 'sleep(100000);')
NONSENSE = ('int = 3;', 'VALUE = no_such_thing;', 'MPI_Win_fence(win);', '}', '#error not finished',
            '#include "gone.h"')
NAMES = (('value', 'box'), ('mine', 'buffer'), ('x', 'memory'), ('my_number', 'my_window'))
# MPICH 4.0.2 mixes up the windows of ranks if their sizes are no multiples of 16 bytes
PROGRAM = r'''#define _GNU_SOURCE
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
INCLUDE
COMMENT
enum { ROOM = 64 };
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size, rounds = argc > 1 ? atoi(argv[1]) : 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  int next = (rank + 1) % size, previous = (rank + size - 1) % size, VALUE = rank, *BOX;
  MPI_Group world, to, from;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_incl(world, 1, &next, &to);
  MPI_Group_incl(world, 1, &previous, &from);
  MPI_Win win;
  MPI_Win_allocate(ROOM * sizeof *BOX, sizeof *BOX, MPI_INFO_NULL, MPI_COMM_WORLD, &BOX, &win);
  EXTRA
  for (int round = 0; round < rounds; round++) {
BODY
  }
  END
  printf("rank %d has %d\n", rank, RESULT);
  MPI_Group_free(&world);
  MPI_Group_free(&to);
  MPI_Group_free(&from);
  MPI_Win_free(&win);
  MPI_Finalize();
  return 0;
}
'''
SHARES = (('right', 50), ('mistake', 22), ('output', 8), ('crash', 8), ('hang', 4), ('nonsense', 4),
          ('hostile', 4))


def _program(chance, style, body, **parts):
    style_last = 'MPI_Win_fence(0, win);' if style == 'fence' else ''
    value, box = chance.choice(NAMES)
    rows = [f'    {row}' for row in body.split('\n') if row]
    text = PROGRAM.replace('BODY', '\n'.join(rows))
    texts = {'INCLUDE': '', 'EXTRA': '', 'END': style_last, 'RESULT': 'VALUE',
             'COMMENT': f'/* student {chance.randrange(10**6)} */', **parts}
    for name, part in texts.items():
        text = text.replace(name, part)
    return text.replace('VALUE', value).replace('BOX', box)


def _text(chance, kind):
    """Returns a program of that kind."""
    style = chance.choice(list(STYLES))
    body = '\n'.join(STYLES[style])
    if kind == 'mistake':
        style, old, new = chance.choice(MISTAKES)
        body = '\n'.join(STYLES[style])
        assert old in body, (style, old)
        return _program(chance, style, body.replace(old, new, 1))
    if kind == 'output':
        return _program(chance, style, body, RESULT=chance.choice(OUTPUTS))
    if kind == 'nonsense':
        return _program(chance, style, body, EXTRA=chance.choice(NONSENSE))
    if kind in ('crash', 'hang'):
        what = chance.choice(CRASHES if kind == 'crash' else HANGS)
        return _program(chance, style, body, **{chance.choice(('EXTRA', 'END')): what})
    if kind == 'hostile':
        names = [n for n, (_, _, outcome) in hostile.PROGRAMS.items() if outcome != 'complete']
        return hostile.source(chance.choice(names))
    return _program(chance, style, body)


def write(folder, number, seed):
    """Writes submissions into `folder` and returns {name: kind}."""
    chance = random.Random(seed)
    kinds, shares = zip(*SHARES)
    result = {}
    for n in range(number):
        kind = kinds[n] if n < len(kinds) else chance.choices(kinds, shares)[0]
        name = f'{chance.choice(("s", "Zoë ", "a&b<", "-x"))}{n:04}'
        text = _text(chance, kind)
        if chance.random() < 0.2:
            (folder / name).mkdir()
            (folder / name / 'helper.h').write_text('static int helper(int n) { return n; }\n')
            (folder / name / 'helper.c').write_text('int unused(void) { return 1; }\n')
            (folder / name / 'main.c').write_text(
                text.replace('#include <mpi.h>\n', '#include <mpi.h>\n#include "helper.h"\n', 1))
        else:
            (folder / f'{name}.c').write_text(text)
        result[name] = kind
    return result
