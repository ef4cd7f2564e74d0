"""rules/OPERATION-vs-OPERATION-SYNC: operations of two processes at one place of a window. In the
twin, -ok, they are ordered, or exclude each other. Atomic operations with the same `op`, and gets,
are not in conflict, so they have no twin."""
from . import operations
from .operations import WAIT, call

CELLS = {  # the two operations: synchronisations
    ('put', 'put'): ('fence', 'lock-all', 'lock', 'pscw'),
    ('put', 'get'): ('fence', 'lock-all', 'lock', 'pscw'),
    ('put', 'accumulate'): ('fence', 'lock-all', 'lock', 'pscw'),
    ('put', 'fetch-and-op'): ('fence', 'lock-all'),
    ('put', 'compare-and-swap'): ('fence', 'lock-all'),
    ('put', 'raccumulate'): ('lock-all',),
    ('get', 'put'): ('fence', 'lock-all', 'lock', 'pscw'),
    ('get', 'get-accumulate'): ('fence', 'lock-all'),
    ('accumulate', 'put'): ('fence', 'lock-all'),
    ('accumulate', 'get'): ('fence', 'lock-all'),
    ('get-accumulate', 'put'): ('fence', 'lock-all'),
    ('fetch-and-op', 'get'): ('fence', 'lock-all'),
    ('compare-and-swap', 'get'): ('fence', 'lock-all'),
    ('rput', 'rput'): ('lock-all',),
    ('rput', 'rget'): ('lock-all',),
    ('rget-accumulate', 'get'): ('lock-all',),
}
NO_CONFLICT = (('get', 'get'), ('accumulate', 'accumulate'), ('accumulate', 'get-accumulate'),
               ('get-accumulate', 'fetch-and-op'), ('fetch-and-op', 'accumulate'),
               ('fetch-and-op', 'fetch-and-op'), ('compare-and-swap', 'compare-and-swap'))
TITLES = {  # of the bug and of its twin
    'fence': ('in one fence epoch', 'in fence epochs one after the other'),
    'lock': ('under shared locks', 'under exclusive locks'),
    'lock-all': ('with a barrier before the flush of the first', 'with a flush and a barrier between'),
    'pscw': ('in one exposure epoch', 'in two exposure epochs'),
}
FRAME = '''int main(void) {{
  ALIGNED int memory[4] = {{0}}, v = 1{ints};
{request}{groups}
  MPI_Win win;
  begin();
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
{body}
  MPI_Win_free(&win);
  MPI_Finalize();
}}'''
# The target is a third process.
PSCW = '''  peer = only(2);
  origin[0] = only(0);
  origin[1] = only(1);
{before}
  if (rank == 2) {{
{exposure}
  }} else {{
    MPI_Win_start(peer, 0, win);
    if (rank == 0)
      {first}
    else
      {second}
    MPI_Win_complete(win);
  }}
  MPI_Group_free(&peer);
  MPI_Group_free(&origin[0]);
  MPI_Group_free(&origin[1]);
{after}'''
EXPOSURES = ('''    MPI_Win_post(both, 0, win);
    MPI_Win_wait(win);''', '''    MPI_Win_post(origin[0], 0, win);
    MPI_Win_wait(win);
    MPI_Win_post(origin[1], 0, win);
    MPI_Win_wait(win);''')
FENCE = '''  MPI_Win_fence(0, win);
  if (rank == 0)
    {first}
{between}
    {second}
  MPI_Win_fence(0, win);'''
FENCE_BETWEEN = ('  else', '  MPI_Win_fence(0, win);\n  if (rank == 1)')
LOCK = '''  MPI_Win_lock({kind}, 0, 0, win);
  if (rank == 0)
    {first}
  else
    {second}
  MPI_Win_unlock(0, win);'''
LOCK_ALL = '''  MPI_Win_lock_all(0, win);
  if (rank == 0) {{
    {first}
{completion}
  }} else {{
    MPI_Barrier(MPI_COMM_WORLD);
    {second}
  }}
  MPI_Win_unlock_all(win);'''
COMPLETIONS = ('    MPI_Barrier(MPI_COMM_WORLD);\n    MPI_Win_flush(0, win);',
               '    MPI_Win_flush(0, win);\n    MPI_Barrier(MPI_COMM_WORLD);')


def body(ops, sync, ok, marked):
    marks = ('expect: rma-race', 'site: rma-race') if marked else ('', '')
    first, second = (call(op, 2 if sync == 'pscw' else 0, mark) +
                     (f'\n    {WAIT}' if operations.has_request(op) else '')
                     for op, mark in zip(ops, marks))
    if sync == 'fence':
        return FENCE.format(first=first, second=second, between=FENCE_BETWEEN[ok])
    if sync == 'lock':
        kind = 'MPI_LOCK_EXCLUSIVE' if ok else 'MPI_LOCK_SHARED'
        return LOCK.format(first=first, second=second, kind=kind)
    if sync == 'lock-all':
        return LOCK_ALL.format(first=first, second=second, completion=COMPLETIONS[ok])
    return PSCW.format(first=first, second=second, exposure=EXPOSURES[ok],
                       before='' if ok else '  MPI_Group_union(origin[0], origin[1], &both);',
                       after='' if ok else '  MPI_Group_free(&both);')


def program(ops, sync, ok, legal=False):
    ints, request = operations.variables(*ops)
    groups = '  MPI_Group peer, origin[2];' if ok else '  MPI_Group peer, origin[2], both;'
    text = FRAME.format(ints=ints, request=request, groups=groups if sync == 'pscw' else '',
                        body=body(ops, sync, ok, not ok and not legal))
    names = ' and '.join(operations.OPERATIONS[op][0] for op in ops)
    how = ': no conflict' if legal else ' ' + TITLES[sync][ok]
    return operations.program(f'{names} from two origins to one place{how}.', [text],
                              'ranks=3' if sync == 'pscw' else '')


def cells():
    """(name, text) of each program."""
    for ops, syncs in CELLS.items():
        for sync in syncs:
            name = f'rules/{ops[0]}-vs-{ops[1]}-{sync}'
            yield name, program(ops, sync, False)
            yield name + '-ok', program(ops, sync, True)
    for ops in NO_CONFLICT:
        yield f'rules/{ops[0]}-vs-{ops[1]}-fence', program(ops, 'fence', False, legal=True)
