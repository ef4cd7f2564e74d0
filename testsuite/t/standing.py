"""Programs that can never go on: what the tests of live runs expect of each."""
import re

from live import PROGRAMS

# (program, ranks, findings)
DEADLOCK = ['deadlock']
STANDS = [('ring', 3, DEADLOCK), ('synchronous', 2, DEADLOCK), ('tags', 2, DEADLOCK),
          ('missing', 3, DEADLOCK), ('barrier', 2, DEADLOCK), ('calls', 2, ['collective-mismatch']),
          ('either', 2, DEADLOCK), ('every', 2, DEADLOCK), ('start', 2, ['start-without-post']),
          ('post', 2, ['post-without-start']), ('fence', 2, DEADLOCK), ('threads', 2, DEADLOCK)]
NEVER_SOURCES = ('never.c', 'never_together.c')
# How many ranks a program needs if not 2; the findings of those of NEVER_SOURCES if not one deadlock
LEAST = {'in-part': 4, 'beside-messages': 4, 'beside-barrier': 4, 'beside-sleep': 3, 'beside-work': 3,
         'lock-kept': 3, 'own-lock-kept': 3, 'lock-all': 3, 'source': 3, 'any-source': 3, 'both-then': 3,
         'window-made': 3, 'file-late': 3, 'group-late': 3, 'bridge-late': 4}
NEVER_ALSO = {'file-open': ['collective-mismatch'], 'create': ['collective-mismatch'],
              'roots': ['collective-root'], 'dup': ['collective-mismatch'],
              'locks': ['deadlock', 'rma-race'], 'generalized': ['greq-wait-forever']}
ENDS = {('openmpi', 'file-begun'), ('mpich', 'disconnect')}  # the library needs nobody
THREADS = ('joined', 'parallel')  # they ask for MPI_THREAD_MULTIPLE


def names(source, table='programs'):
    text = (PROGRAMS / source).read_text()
    text = text[text.index(f'{table}[]'):]
    return re.findall(r'\{"([\w-]+)", \w+\}', text[:text.index(';')])


def never_rows(mpi):
    """Yields (source, program, least number of ranks, findings, further words)."""
    for source in NEVER_SOURCES:
        for name in names(source):
            if (mpi, name) not in ENDS:
                yield (source, name, LEAST.get(name, 2), NEVER_ALSO.get(name, DEADLOCK),
                       ['threads'] * (name in THREADS))
