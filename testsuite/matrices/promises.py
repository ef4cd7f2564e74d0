"""Collective calls in which the processes of a communicator do not agree, each with a twin in which they
do: promises/CALL-WHAT. `other` is 1 at one process alone, and 0 in the twin."""

FRAME = '''/* {what}. */{keys}
#include "case.h"

/* Returns what the calls wait for. */
static void finish(MPI_Request *r) {{
  if (*r != MPI_REQUEST_NULL)
    MPI_Wait(r, MPI_STATUS_IGNORE);
}}

int main(void) {{
  int x[8] = {{0}}, y[64] = {{0}}, one[8] = {{1, 1, 1, 1, 1, 1, 1, 1}}, other;
  MPI_Comm half, comm;
  MPI_Request r = MPI_REQUEST_NULL;
  MPI_Datatype pair;
  begin();
  other = {other};
  MPI_Type_contiguous(2, MPI_INT, &pair);
  MPI_Type_commit(&pair);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_split(MPI_COMM_WORLD, 0, size - rank, &half);
  MPI_Comm_set_errhandler(half, MPI_ERRORS_ARE_FATAL);
  {body}
  finish(&r);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Comm_free(&half);
  MPI_Comm_free(&comm);
  MPI_Type_free(&pair);
  (void)x, (void)y, (void)one, (void)other;
  MPI_Finalize();
}}
'''
# A library may refuse the call, wait for ever or crash.
KEYS = '\n/* case: ranks={ranks} status=any exit=any */'

# (name, ranks, slug, calls; the first with a mark)
ROWS = [
    ('bcast-root', 2, 'collective-root', 'MPI_Bcast(x, 1, MPI_INT, other, comm); @'),
    ('ibcast-root', 3, 'collective-root', 'MPI_Ibcast(x, 1, MPI_INT, other, comm, &r); @'),
    ('allreduce-op', 2, 'collective-op', 'MPI_Allreduce(x, y, 1, MPI_INT, other ? MPI_MAX : MPI_SUM, comm); @'),
    ('reduce-op', 4, 'collective-op', 'MPI_Reduce(x, y, 1, MPI_INT, other ? MPI_BOR : MPI_BAND, 0, half); @'),
    ('scan-op', 2, 'collective-op', 'MPI_Scan(x, y, 1, MPI_INT, other ? MPI_MIN : MPI_PROD, comm); @'),
    ('bcast-count', 2, 'collective-amount', 'MPI_Bcast(x, 1 + other, MPI_INT, 0, comm); @'),
    ('allreduce-count', 2, 'collective-amount', 'MPI_Allreduce(x, y, 1 + other, MPI_INT, MPI_SUM, comm); @'),
    ('gather-count', 2, 'collective-amount',
     'MPI_Gather(x, 1 + other, MPI_INT, y, 1, MPI_INT, 0, comm); @'),
    ('bcast-type', 2, 'collective-type', 'MPI_Bcast(x, 1, other ? MPI_FLOAT : MPI_INT, 0, comm); @'),
    ('reduce-type', 2, 'collective-type',
     'MPI_Reduce(x, y, 1, other ? MPI_FLOAT : MPI_INT, MPI_SUM, 0, comm); @'),
    ('cart-dims', 2, 'collective-argument', '''MPI_Comm grid;
  MPI_Cart_create(comm, 2, other ? (int[]){1, 2} : (int[]){2, 1}, (int[]){0, 0}, 0, &grid); @
  MPI_Comm_free(&grid);'''),
    ('graph-edges', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Graph_create(comm, 2, (int[]){1, 2}, other ? (int[]){0, 0} : (int[]){1, 0}, 0, &graph); @
  MPI_Comm_free(&graph);'''),
    ('gatherv-count', 2, 'collective-amount',
     'MPI_Gatherv(x, 1 + other, MPI_INT, y, (int[]){1, 1}, (int[]){0, 8}, MPI_INT, 0, comm); @'),
    ('gatherv-type', 3, 'collective-type',
     'MPI_Gatherv(x, 1, other ? MPI_FLOAT : MPI_INT, y, (int[]){1, 1, 1}, (int[]){0, 8, 16}, MPI_INT, 0, comm); @'),
    ('scatterv-count', 3, 'collective-amount',
     'MPI_Scatterv(y, (int[]){1, 1, 1}, (int[]){0, 8, 16}, MPI_INT, x, 1 + other, MPI_INT, 0, comm); @'),
    ('allgatherv-count', 2, 'collective-amount',
     'MPI_Allgatherv(x, 1 + other, MPI_INT, y, (int[]){1, 1}, (int[]){0, 8}, MPI_INT, comm); @'),
    ('alltoallv-count', 2, 'collective-amount', '''MPI_Alltoallv(y, (int[]){1 + other, 1}, (int[]){0, 8}, MPI_INT, y + 32, (int[]){1, 1}, (int[]){0, 8}, MPI_INT, @
                comm);'''),
    ('ialltoallv-type', 3, 'collective-type', '''MPI_Ialltoallv(y, (int[]){1, 1, 1}, (int[]){0, 4, 8}, other ? MPI_FLOAT : MPI_INT, y + 32, (int[]){1, 1, 1}, @
                 (int[]){0, 4, 8}, MPI_INT, comm, &r);'''),
    ('reduce-scatter-counts', 2, 'collective-amount',
     'MPI_Reduce_scatter(y, x, other ? (int[]){2, 1} : (int[]){1, 2}, MPI_INT, MPI_SUM, comm); @'),
    ('order', 2, 'collective-mismatch', '''if (other) {
    MPI_Barrier(comm); @
    MPI_Bcast(x, 1, MPI_INT, 0, comm);
  } else {
    MPI_Bcast(x, 1, MPI_INT, 0, comm);
    MPI_Barrier(comm);
  }'''),
    ('order-nonblocking', 2, 'collective-mismatch', '''if (other) {
    MPI_Ibarrier(comm, &r); @
    if (MPI_Wait(&r, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Ibcast(x, 1, MPI_INT, 0, comm, &r);
  } else {
    MPI_Ibcast(x, 1, MPI_INT, 0, comm, &r);
    if (MPI_Wait(&r, MPI_STATUS_IGNORE) != MPI_SUCCESS)
      MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Ibarrier(comm, &r);
  }'''),
]
# Right, though the arguments differ.
RIGHT = [
    ('derived', 2, 'if (other)\n    MPI_Bcast(x, 1, pair, 0, comm);\n  else\n    MPI_Bcast(x, 2, MPI_INT, 0, comm);'),
    ('counts', 3, 'MPI_Gather(x, 2, MPI_INT, y, 1, pair, 0, comm);'),
    ('bytes', 2, 'MPI_Bcast(x, other ? 4 : 1, other ? MPI_BYTE : MPI_INT, 0, comm);'),
    ('insignificant', 3, 'MPI_Gather(x, 1, MPI_INT, y, rank ? 77 : 1, MPI_INT, 0, comm);'),
    ('in-place', 2, 'MPI_Reduce(other ? x : MPI_IN_PLACE, y, 1, MPI_INT, MPI_SUM, 0, comm);'),
    ('gatherv', 3, 'MPI_Gatherv(x, 1 + rank, MPI_INT, y, (int[]){1, 2, 3}, (int[]){0, 8, 16}, MPI_INT, 2, comm);'),
    ('scatterv', 3, 'MPI_Scatterv(y, (int[]){1, 2, 3}, (int[]){0, 8, 16}, MPI_INT, x, 1 + rank, MPI_INT, 2, comm);'),
    ('allgatherv', 3,
     'MPI_Allgatherv(x, 1 + rank, MPI_INT, y, (int[]){1, 2, 3}, (int[]){0, 8, 16}, MPI_INT, comm);'),
    ('groups', 3, '''MPI_Comm made;
  MPI_Group all, some;
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, other ? 1 : 2, other ? (int[]){1} : (int[]){0, 2}, &some);
  MPI_Comm_create(comm, some, &made);
  MPI_Comm_free(&made);
  MPI_Group_free(&some);
  MPI_Group_free(&all);'''),
    ('alltoallv', 3, '''MPI_Alltoallv(y, (int[]){rank, rank, rank}, (int[]){0, 8, 16}, MPI_INT, y + 32, (int[]){0, 1, 2},
                (int[]){0, 8, 16}, MPI_INT, comm);'''),
    ('alltoallv-in-place', 2, '''MPI_Alltoallv(MPI_IN_PLACE, NULL, NULL, MPI_DATATYPE_NULL, y, (int[]){1 + other, 2 + other},
                (int[]){0, 8}, MPI_INT, comm);'''),
    ('alltoallw', 2, '''MPI_Alltoallw(y, (int[]){1, 1}, (int[]){0, 32}, (MPI_Datatype[]){other ? pair : MPI_INT, other ? MPI_INT : pair},
                y + 32, (int[]){1, 1}, (int[]){0, 32}, (MPI_Datatype[]){other ? pair : MPI_INT, other ? MPI_INT : pair},
                comm);'''),
    ('gatherv-in-place', 2, '''MPI_Gatherv(other ? x : MPI_IN_PLACE, 3, MPI_INT, y, (int[]){1, 3}, (int[]){0, 8}, MPI_INT, 0, comm);'''),
    ('many', 2, '''for (int i = 0; i < 300; i++)
    MPI_Alltoallv(y, (int[]){i % 3, i % 5}, (int[]){0, 8}, MPI_INT, y + 32, other ? (int[]){i % 5, i % 5} : (int[]){i % 3, i % 3},
                  (int[]){0, 8}, MPI_INT, comm);'''),
    ('reduce-scatter', 2, 'MPI_Reduce_scatter(y, x, (int[]){1, 3}, MPI_INT, MPI_SUM, comm);'),
    ('lines', 2, 'if (other)\n    MPI_Barrier(comm);\n  else\n    MPI_Barrier(comm);'),
]


def cells():
    for name, ranks, slug, body in ROWS:
        for tail, other, mark, what in (('', 'rank == 1', f'/* expect: {slug} */', 'The processes differ'),
                                        ('-ok', '0', '', 'The processes agree')):
            yield f'promises/{name}{tail}', FRAME.format(
                what=what, other=other, body=body.replace(' @', f' {mark}'.rstrip(), 1),
                keys=f'\n/* case: ranks={ranks} */' if tail else KEYS.format(ranks=ranks))
    for name, ranks, body in RIGHT:
        yield f'promises/right-{name}', FRAME.format(
            what='The calls match', other='rank == 1', body=body, keys=f'\n/* case: ranks={ranks} */')
