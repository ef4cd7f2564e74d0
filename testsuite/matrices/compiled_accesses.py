"""matrix/OPERATION-ACCESS-PLACE-SYNC, for `runner.py --matrix`: every operation together with every
access of the program itself, to each buffer and to the target, with each synchronisation; and clean
twins.

The cells are {operation} x {load, store} x {target, origin, result} x {fence, pscw, lock,
lock-all}. In the program with the bug nothing orders the access and the operation; in the twin the
access comes after the call that orders them. If the access is legal anyway (a load of what is only
read) there is one program, which is clean. Operations with requests are for the two kinds of locks.

Each program has another shape: sizes and displacement units of the processes, whether MPI or the
program has allocated the memory, where the operands lie in it and in their arrays."""
import random

ARGUMENTS = {  # parameters before the window; what it does: to its origin, result and target
    'put': ('MPI_Put(&origin, 1, MPI_INT, 1, AT, 1, MPI_INT, win)', 'r-w'),
    'get': ('MPI_Get(&result, 1, MPI_INT, 1, AT, 1, MPI_INT, win)', '-wr'),
    'accumulate': ('MPI_Accumulate(&origin, 1, MPI_INT, 1, AT, 1, MPI_INT, MPI_SUM, win)', 'r-w'),
    'get-accumulate': ('MPI_Get_accumulate(&origin, 1, MPI_INT, &result, 1, MPI_INT, 1, AT, 1, '
                       'MPI_INT, MPI_SUM, win)', 'rww'),
    'fetch-and-op': ('MPI_Fetch_and_op(&origin, &result, MPI_INT, 1, AT, MPI_SUM, win)', 'rww'),
    'compare-and-swap': ('MPI_Compare_and_swap(&origin, &other, &result, MPI_INT, 1, AT, win)',
                         'rww'),
    'rput': ('MPI_Rput(&origin, 1, MPI_INT, 1, AT, 1, MPI_INT, win, &request)', 'r-w'),
    'rget': ('MPI_Rget(&result, 1, MPI_INT, 1, AT, 1, MPI_INT, win, &request)', '-wr'),
    'raccumulate': ('MPI_Raccumulate(&origin, 1, MPI_INT, 1, AT, 1, MPI_INT, MPI_SUM, win, '
                    '&request)', 'r-w'),
    'rget-accumulate': ('MPI_Rget_accumulate(&origin, 1, MPI_INT, &result, 1, MPI_INT, 1, AT, 1, '
                        'MPI_INT, MPI_SUM, win, &request)', 'rww'),
}
PLACES = ('origin', 'result', 'target')
SYNCS = {  # what rank 0 does before and after its operation, and rank 1 around its access
    'fence': ('MPI_Win_fence(0, win);', 'MPI_Win_fence(0, win);',
              'MPI_Win_fence(0, win);', 'MPI_Win_fence(0, win);'),
    'pscw': ('MPI_Win_start(peer, 0, win);', 'MPI_Win_complete(win);',
             'MPI_Win_post(peer, 0, win);', 'MPI_Win_wait(win);'),
    'lock': ('MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);',
             'MPI_Win_unlock(1, win);\n    MPI_Barrier(MPI_COMM_WORLD);', '',
             'MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);'),
    'lock-all': ('MPI_Win_lock_all(0, win);',
                 'MPI_Win_flush(1, win);\n    MPI_Barrier(MPI_COMM_WORLD);',
                 'MPI_Win_lock_all(0, win);', 'MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Win_sync(win);'),
}
LAST = {  # at the end of both ranks
    'fence': '', 'pscw': '',
    'lock': 'if (rank == 1 && OWN_LOCK)\n    MPI_Win_unlock(1, win);',
    'lock-all': 'MPI_Win_unlock_all(win);',
}

TEMPLATE = '''/* {title} */
/* case: levels=compiled */
#include "case.h"

#define OWN_LOCK {own_lock}
#define CREATED {created}
#define FIRST {first}
#define AT (FIRST * 4 / {units[1]})
static const int count[] = {{{counts[0]}, {counts[1]}}}, unit[] = {{{units[0]}, {units[1]}}};
static ALIGNED int origins[8] = {{1, 1, 1, 1, 1, 1, 1, 1}}, results[8], others[8], seen;
static int *const origin = origins + {skews[0]}, *const result = results + {skews[1]};
static int *const other = others + {skews[2]};

/* Not inlined, so that the access has a line and a frame of its own. */
__attribute__((noinline)) static void access_it(int *at) {{
  {access}{access_mark}
}}

int main(void) {{
  int *memory;
  MPI_Win win;
  MPI_Request request = MPI_REQUEST_NULL;
  begin();
#if CREATED
  int *room = calloc((size_t)count[rank] + 8, sizeof *room);
  memory = room + 4 + {skews[3]};
  MPI_Win_create(memory, (MPI_Aint)sizeof *memory * count[rank], unit[rank], MPI_INFO_NULL,
                 MPI_COMM_WORLD, &win);
#else
  MPI_Win_allocate((MPI_Aint)sizeof *memory * count[rank], unit[rank], MPI_INFO_NULL,
                   MPI_COMM_WORLD, &memory, &win);
#endif
  MPI_Group peer = only(1 - rank);
  MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
  memory[rank == 1 ? FIRST : 0] = 0;
  MPI_Win_unlock(rank, win);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) {{
    {before}
    {operation};{mark}
{in_use}    {wait}
    {after}
{later}  }} else {{
    {open}
{exposed}    {close}
{closed}  }}
  {last}
  MPI_Group_free(&peer);
  MPI_Win_free(&win);
#if CREATED
  free(room);
#endif
  MPI_Finalize();
  (void)origin, (void)result, (void)other, (void)seen, (void)request;
}}
'''


def shape(name):
    """Returns what varies from program to program; a program and its twin have the same."""
    pick = random.Random(name)
    first = pick.choice((0, 1, 2, 3, 5, 10, 1022, 1023, 1024, 2051))
    counts = pick.choice((1, 2, 3, 4, 5, 9, 1023, 1025)), first + pick.choice((1, 2, 3, 8, 1020))
    return {'first': first, 'counts': counts, 'created': pick.randrange(2),
            'units': (pick.choice((1, 2, 3, 4, 8)), pick.choice((1, 2, 4))),
            'skews': [pick.randrange(4) for _ in range(4)]}


def program(op, access, place, sync, bug, marked):
    """Returns the text of one program; `marked`: it has a mistake, so it needs marks."""
    call, _ = ARGUMENTS[op]
    before, after, open_, close = SYNCS[sync]
    at_target = place == 'target'
    mark, access_mark = '', ''
    if bug and marked and at_target:
        mark, access_mark = ' /* expect: rma-local-race */', ' /* site: rma-local-race */'
    elif bug and marked:
        mark, access_mark = ' /* site: buffer-race */', ' /* expect: buffer-race */'
    own_lock = at_target and sync == 'lock'
    if sync == 'lock' and not (at_target and not bug):
        close = 'MPI_Barrier(MPI_COMM_WORLD);'
        own_lock = False
    use = '    access_it({});\n'.format('memory + FIRST' if at_target else place)
    return TEMPLATE.format(
        **shape(f'{op}-{access}-{place}-{sync}'),
        title=f'{op} and a {access} of its {place} ({sync})'
              + ('.' if marked else ': legal.') if bug else f'{op}, then a {access} of its {place} ({sync}).',
        access='seen = *(volatile int *)at;' if access == 'load' else '*(volatile int *)at = 2;',
        access_mark=access_mark, mark=mark, own_lock=int(own_lock),
        operation=call.replace('&origin', 'origin').replace('&result', 'result').replace('&other', 'other'),
        wait='MPI_Wait(&request, MPI_STATUS_IGNORE);' if op.startswith('r') else ';',
        before=before, after=after, open=open_ or ';', close=close, last=LAST[sync] or ';',
        in_use=use if bug and not at_target else '', later='' if bug or at_target else use,
        exposed=use if bug and at_target else '', closed=use if at_target and not bug else '')


def cells():
    """(name, text) of each program."""
    for op, (_, uses) in ARGUMENTS.items():
        for place, use in zip(PLACES, uses):
            for access in ('load', 'store') if use != '-' else ():
                legal = use == 'r' and access == 'load'
                for sync in SYNCS:
                    if op.startswith('r') and sync in ('fence', 'pscw'):
                        continue
                    name = f'matrix/{op}-{access}-{place}-{sync}'
                    yield name, program(op, access, place, sync, True, not legal)
                    if not legal:
                        yield name + '-ok', program(op, access, place, sync, False, False)
