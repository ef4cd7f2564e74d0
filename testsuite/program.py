"""Makes random small RMA programs in C from a seed. They are valid, they end, and they make loads
and stores in several ways.

All processes make the same synchronisation calls. Between these each process does some actions, one
per line, which may be in conflict. The actions use the process's part of the window, its heap
buffer `own` and numbers on its stack."""
import random

HEAD = '''#include <mpi.h>
#include <stdlib.h>
#include <string.h>
struct three {{ int a, b, c; }};
static int rank;
__attribute__((noinline)) static void fill(int *at, int n, int with) {{
  for (int i = 0; i < n; i++)
    at[i] = with;
}}
__attribute__((noinline)) static int sum(const int *at, int n) {{
  int all = 0;
  for (int i = 0; i < n; i++)
    all += at[i];
  return all;
}}
int main(void) {{
  static const int count[] = {{{counts}}}, unit[] = {{{units}}};
  static volatile int seen;
  int *memory, *room = NULL;
  MPI_Win win;
  MPI_Init(NULL, NULL);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int *own = calloc(64, sizeof *own), value = 7;
{making}
'''
CREATE = '''  room = calloc((size_t)count[rank] + 8, sizeof *room), memory = room + 4;
  MPI_Win_create(memory, (MPI_Aint)sizeof *memory * count[rank], unit[rank], MPI_INFO_NULL, MPI_COMM_WORLD, &win);'''
ALLOCATE = '''  MPI_Win_allocate((MPI_Aint)sizeof *memory * count[rank], unit[rank], MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);'''
TAIL = '''  MPI_Win_free(&win);
  MPI_Finalize();
  free(room);
  free(own);
  (void)seen, (void)value, (void)fill, (void)sum;
  return 0;
}
'''
LOCAL = (  # on {at}, of which {n} ints may be used, three at least
    'seen = {at}[1];', '{at}[2] = 5;', '{at}[0] += 3;', 'fill({at}, {n}, 4);', 'seen = sum({at}, {n});',
    'memset({at}, 0, {n} * sizeof(int));', 'memcpy({at}, own + 40, 3 * sizeof(int));',
    'memmove(own + 50, {at}, 3 * sizeof(int));', '*(struct three *){at} = (struct three){{1, 2, 3}};',
    'seen = ((struct three *){at})->c;', '*((char *){at} + 5) = 1;', '*(short *)({at} + 1) = 2;',
)
REMOTE = (
    'MPI_Put({own}, {n}, MPI_INT, {target}, {disp}, {n}, MPI_INT, win);',
    'MPI_Get({own}, {n}, MPI_INT, {target}, {disp}, {n}, MPI_INT, win);',
    'MPI_Accumulate({own}, {n}, MPI_INT, {target}, {disp}, {n}, MPI_INT, MPI_SUM, win);',
    'MPI_Put(&value, 1, MPI_INT, {target}, {disp}, 1, MPI_INT, win);',
)
SYNCS = {
    'fence': ('MPI_Win_fence(MPI_MODE_NOPRECEDE, win);', 'MPI_Win_fence(MPI_MODE_NOSUCCEED, win);'),
    'lock-all': ('MPI_Win_lock_all(0, win);', 'MPI_Win_unlock_all(win);'),
    'lock': ('MPI_Win_lock(MPI_LOCK_EXCLUSIVE, {to}, 0, win);', 'MPI_Win_unlock({to}, win);'),
}


def program(seed, ranks=2):
    """Returns the text of one program."""
    pick = random.Random(seed)
    counts = [pick.choice((7, 9, 10, 13, 17, 33, 1025)) for _ in range(ranks)]
    units = [pick.choice((1, 2, 4)) for _ in range(ranks)]
    text = HEAD.format(counts=', '.join(map(str, counts)), units=', '.join(map(str, units)),
                       making=pick.choice((CREATE, ALLOCATE)))

    def local(of):
        n = pick.randrange(3, 7)
        at = f'(memory + {pick.randrange(counts[of] - n + 1)})' if pick.random() < .6 else \
            f'(own + {pick.randrange(32)})'
        return pick.choice(LOCAL).format(at=at, n=n)

    def remote(target):
        n = pick.randrange(1, 5)
        first = pick.randrange(counts[target] - n + 1)
        return pick.choice(REMOTE).format(own=f'own + {pick.randrange(32)}', n=n, target=target,
                                          disp=first * 4 // units[target])

    for _ in range(pick.randrange(1, 4)):
        sync = pick.choice(tuple(SYNCS))
        to = pick.randrange(ranks)
        before, after = (call.format(to=to) for call in SYNCS[sync])
        text += f'  {before}\n'
        for _ in range(pick.randrange(1, 6)):
            of = pick.randrange(ranks)
            action = local(of) if pick.random() < .5 else \
                remote(to if sync == 'lock' else pick.randrange(ranks))
            text += f'  if (rank == {of})\n    {action}\n'
        text += f'  {after}\n'
        if pick.random() < .5:
            text += '  MPI_Barrier(MPI_COMM_WORLD);\n'
    return text + TAIL
