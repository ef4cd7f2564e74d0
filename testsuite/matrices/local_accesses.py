"""rules/OPERATION-ACCESS-SYNC: an operation of process 0, and a load or store by process 1, the
target, at the same place. In the twin, -ok, the two are ordered, or exclude each other. A get and a
load are never in conflict, so they have no twin."""
from . import operations
from .operations import WAIT, call

CELLS = {  # operation: synchronisations
    **dict.fromkeys(('put', 'get', 'accumulate', 'get-accumulate', 'fetch-and-op',
                     'compare-and-swap'), ('fence', 'pscw', 'lock', 'lock-all')),
    # operations with requests are for epochs of locks
    **dict.fromkeys(('rput', 'rget', 'raccumulate', 'rget-accumulate'), ('lock', 'lock-all')),
}
ACCESSES = {'load': 'LOAD(seen, memory[0]);', 'store': 'STORE(memory[0], 1);'}
TITLES = {  # of the bug and of its twin
    'fence': ('between the same two fences', 'after the fence that ends its epoch'),
    'pscw': ("before the target's MPI_Win_wait", "after the target's MPI_Win_wait"),
    'lock': ('under another shared lock', 'under an exclusive lock'),
    'lock-all': ('after a barrier, but the flush comes later', 'after a flush and a barrier'),
}
REQUEST_TITLES = ('after the wait and a barrier, without a flush', 'after the wait, a flush and a barrier')
RGET_TITLES = ('after a barrier, but the wait comes later', 'after the wait and a barrier')
FRAME = '''int main(void) {{
  ALIGNED int memory[4] = {{0}}, v = 1{ints};
{request}{group}
  MPI_Win win;
  begin();
{made}
  MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
{body}
{freed}
  MPI_Win_free(&win);
  MPI_Finalize();
}}'''
BARRIER = 'MPI_Barrier(MPI_COMM_WORLD);'


def fence(operation, access, ok):
    between = ['  MPI_Win_fence(0, win);', '  if (rank == 1)'] if ok else ['  else']
    return ['  MPI_Win_fence(0, win);', '  if (rank == 0)', *operation, *between, access,
            '' if ok else '  MPI_Win_fence(0, win);']


def branches(origin, target):
    return ['  if (rank == 0) {', *origin, '  } else {', *target, '  }']


def pscw(operation, access, ok):
    return branches(['MPI_Win_start(peer, 0, win);', *operation, 'MPI_Win_complete(win);'],
                    ['MPI_Win_post(peer, 0, win);', '' if ok else access, 'MPI_Win_wait(win);',
                     access if ok else ''])


def lock(operation, access, ok):
    kind = 'EXCLUSIVE' if ok else 'SHARED'
    return branches(['MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);', *operation, 'MPI_Win_unlock(1, win);'],
                    [f'MPI_Win_lock(MPI_LOCK_{kind}, 1, 0, win);', access, 'MPI_Win_unlock(1, win);'])


def lock_all(completion, access):
    """`completion`: the operation, the call that completes it, and the barrier, in this order."""
    return ['  MPI_Win_lock_all(0, win);',
            *branches(completion, [BARRIER, 'MPI_Win_sync(win);', access]),
            '  MPI_Win_unlock_all(win);']


def completion(op, statement, ok):
    """In the bug the flush, or the wait for the request, comes too late. If the request of an
    update is complete this says nothing about the target, so updates need a flush, too. If the
    request of a get is complete the get is over."""
    flush = 'MPI_Win_flush(1, win);'
    if op == 'rget':
        return [statement, WAIT, BARRIER] if ok else [statement, BARRIER, WAIT]
    if operations.has_request(op):
        return [statement, WAIT, flush if ok else '', BARRIER]
    return [statement, flush, BARRIER] if ok else [statement, BARRIER, flush]


def body(op, access, sync, ok, marked):
    statement = call(op, 1, 'expect: rma-local-race' if marked else '')
    use = ACCESSES[access] + (' /* site: rma-local-race */' if marked else '')
    operation = [statement, WAIT if operations.has_request(op) else '']
    if sync == 'lock-all':
        return lock_all(completion(op, statement, ok), use)
    return {'fence': fence, 'pscw': pscw, 'lock': lock}[sync](operation, use, ok)


def program(op, access, sync, ok):
    legal = op in ('get', 'rget') and access == 'load'
    titles = TITLES[sync]
    if sync == 'lock-all' and operations.has_request(op):
        titles = RGET_TITLES if op == 'rget' else REQUEST_TITLES
    ints, request = operations.variables(op)
    text = FRAME.format(ints=ints + (', seen = 0' if access == 'load' else ''), request=request,
                        group='  MPI_Group peer;' if sync == 'pscw' else '',
                        made='  peer = only(1 - rank);' if sync == 'pscw' else '',
                        freed='  MPI_Group_free(&peer);' if sync == 'pscw' else '',
                        body='\n'.join(line if line.startswith(' ') else '    ' + line
                                       for line in body(op, access, sync, ok, not ok and not legal)))
    title = f'{operations.OPERATIONS[op][0]} and a {access} of the target {titles[ok]}'
    return operations.program(title + (': no conflict.' if legal else '.'), [text])


def cells():
    """(name, text) of each program."""
    for op, syncs in CELLS.items():
        for access in ACCESSES:
            for sync in syncs:
                name = f'rules/{op}-{access}-{sync}'
                yield name, program(op, access, sync, False)
                if access == 'store' or op not in ('get', 'rget'):
                    yield name + '-ok', program(op, access, sync, True)
