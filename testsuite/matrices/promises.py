"""Collective calls in which the processes of a communicator do not agree, each with a twin in which they
do: promises/CALL-WHAT. `other` is 1 at one process alone, and 0 in the twin."""
import re

FRAME = '''/* {what}. */{keys}
#include "case.h"
#include <unistd.h>

/* A file that all processes open alike. */
#define OPEN(file) int rc = MPI_File_open(comm, __FILE__ ".data", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | MPI_MODE_RDWR, MPI_INFO_NULL, &(file))
#define CLOSE(file)                                                                            \\
  rc |= MPI_File_close(&(file));                                                               \\
  if (rc != MPI_SUCCESS)                                                                       \\
    MPI_Abort(MPI_COMM_WORLD, 1)

/* Processes 0 and 1, and the others. */
static inline MPI_Comm inter_of(MPI_Comm comm) {{
  MPI_Comm part, inter;
  MPI_Comm_split(comm, rank > 1, 0, &part);
  MPI_Intercomm_create(part, 0, comm, rank > 1 ? 0 : 2, 5, &inter);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_ARE_FATAL);
  MPI_Comm_free(&part);
  return inter;
}}
/* A number and an integer, or the other way round: {{8, 4}} or {{4, 8}} bytes. */
static inline MPI_Datatype mixed_of(int turned) {{
  MPI_Datatype type, parts[2] = {{turned ? MPI_INT : MPI_DOUBLE, turned ? MPI_DOUBLE : MPI_INT}};
  MPI_Type_create_struct(2, (int[]){{1, 1}}, (MPI_Aint[]){{0, 8}}, parts, &type);
  MPI_Type_commit(&type);
  return type;
}}
#define ALL_WRONG                                                                              \\
  int all;                                                                                     \\
  MPI_Allreduce(&other, &all, 1, MPI_INT, MPI_MAX, comm)
#define MIXED(turned) mixed_of(turned)
#define INTER(inter) MPI_Comm inter = inter_of(comm)
/* Compilers take them for arrays that are too short. */
#define HIDDEN(weights) (*(int *volatile *)&(int *){{weights}})
#define UNWEIGHTED HIDDEN(MPI_UNWEIGHTED)
#define EMPTY HIDDEN(MPI_WEIGHTS_EMPTY)

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
  MPI_Info info;
  begin();
  other = {other};
  MPI_Info_create(&info);
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
  MPI_Info_free(&info);
  (void)x, (void)y, (void)one, (void)other;
  MPI_Finalize();
}}
'''
# A library may wait for ever.
HANGS = re.compile(r' /\* expect: deadlock \*/')
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
    # all processes make the same mistake: none sends to itself what it receives from itself
    ('alltoall-own', 3, 'collective-amount', 'ALL_WRONG;\n  MPI_Alltoall(y, 1 + all, MPI_INT, y + 32, 1, MPI_INT, comm); @'),
    ('allgather-own', 2, 'collective-amount', 'ALL_WRONG;\n  MPI_Allgather(x, 1, MPI_INT, y, 1 + all, MPI_INT, comm); @'),
    ('iallgather-own-type', 2, 'collective-type',
     'ALL_WRONG;\n  MPI_Iallgather(x, 1, MPI_INT, y, 1, all ? MPI_FLOAT : MPI_INT, comm, &r); @'),
    ('gather-own', 3, 'collective-amount', 'MPI_Gather(x, 1 + other, MPI_INT, y, 1, MPI_INT, 1, comm); @'),
    ('scatter-own', 2, 'collective-amount', 'MPI_Scatter(y, 1, MPI_INT, x, 1 + other, MPI_INT, 1, comm); @'),
    ('gatherv-own', 2, 'collective-amount',
     'ALL_WRONG;\n  MPI_Gatherv(x, 1, MPI_INT, y, (int[]){1 + all, 1}, (int[]){0, 8}, MPI_INT, 0, comm); @'),
    ('alltoallv-own', 2, 'collective-amount', '''ALL_WRONG;
  MPI_Alltoallv(y, (int[]){1 + all, 1 + all}, (int[]){0, 8}, MPI_INT, y + 32, (int[]){1, 1}, (int[]){0, 8}, MPI_INT, @
                comm);'''),
    ('scatterv-own', 2, 'collective-amount',
     'MPI_Scatterv(y, (int[]){1, 1 + other}, (int[]){0, 8}, MPI_INT, x, 1, MPI_INT, 1, comm); @'),
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
    ('alltoallw-type', 2, 'collective-type', '''MPI_Datatype out[2] = {MPI_INT, MPI_FLOAT}, in[2] = {out[rank], out[rank]};
  if (other)
    in[0] = MPI_INT;
  MPI_Alltoallw(y, (int[]){1, 1}, (int[]){0, 4}, out, y + 32, (int[]){1, 1}, (int[]){0, 4}, in, comm); @'''),
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
    ('bcast-signature', 2, 'collective-type', '''MPI_Datatype mixed = MIXED(0), turned = MIXED(1);
  MPI_Bcast(y, 2, other ? turned : mixed, 0, comm); @
  MPI_Type_free(&mixed);
  MPI_Type_free(&turned);'''),
    # windows
    ('win-create', 2, 'collective-mismatch', '''MPI_Win win = MPI_WIN_NULL;
  if (other)
    MPI_Barrier(comm); @
  else
    MPI_Win_create(y, sizeof y, 1, MPI_INFO_NULL, comm, &win);
  if (win != MPI_WIN_NULL)
    MPI_Win_free(&win);''', '''MPI_Win win = MPI_WIN_NULL;
  MPI_Win_create(y, sizeof y, 1, MPI_INFO_NULL, comm, &win);
  MPI_Win_free(&win);'''),
    ('win-flavour', 2, 'collective-mismatch', '''MPI_Win win;
  void *base;
  if (other)
    MPI_Win_allocate(64, 1, MPI_INFO_NULL, comm, &base, &win); @
  else
    MPI_Win_create(y, 64, 1, MPI_INFO_NULL, comm, &win);
  MPI_Win_free(&win);'''),
    ('win-fences', 2, 'collective-mismatch', '''MPI_Win win;
  MPI_Win_create(y, sizeof y, 1, MPI_INFO_NULL, comm, &win);
  MPI_Win_fence(0, win);
  if (!other)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win); @ /* expect: deadlock */'''),
    ('win-set-info', 2, 'collective-mismatch', '''MPI_Win win;
  MPI_Win_create(y, sizeof y, 1, MPI_INFO_NULL, comm, &win);
  if (other)
    MPI_Win_fence(0, win); @
  MPI_Win_set_info(win, info);
  if (!other)
    MPI_Win_fence(0, win);
  MPI_Win_free(&win);'''),
    # files
    ('file-amode', 2, 'collective-argument', '''MPI_File file = MPI_FILE_NULL;
  int rc = MPI_File_open(comm, __FILE__ ".amode", MPI_MODE_CREATE | MPI_MODE_DELETE_ON_CLOSE | (other ? MPI_MODE_WRONLY : MPI_MODE_RDWR), MPI_INFO_NULL, @
                         &file);
  if (rc == MPI_SUCCESS)
    MPI_File_close(&file);'''),
    ('file-order', 2, 'collective-mismatch', '''MPI_File file;
  OPEN(file);
  if (other)
    rc |= MPI_File_sync(file); @
  else
    rc |= MPI_File_set_size(file, 64);
  if (other)
    rc |= MPI_File_set_size(file, 64);
  else
    rc |= MPI_File_sync(file);
  CLOSE(file);'''),
    ('file-size', 2, 'collective-argument', '''MPI_File file;
  OPEN(file);
  rc |= MPI_File_set_size(file, other ? 128 : 64); @
  CLOSE(file);'''),
    ('file-view', 2, 'collective-argument', '''MPI_File file;
  OPEN(file);
  rc |= MPI_File_set_view(file, 0, other ? MPI_DOUBLE : MPI_INT, other ? MPI_DOUBLE : MPI_INT, "native", MPI_INFO_NULL); @
  CLOSE(file);'''),
    ('file-write-all', 2, 'collective-mismatch', '''MPI_File file;
  OPEN(file);
  rc |= other ? MPI_File_sync(file) : MPI_File_write_at_all(file, 0, x, 0, MPI_INT, MPI_STATUS_IGNORE); @
  CLOSE(file);'''),
    # communicators
    ('comm-free', 2, 'collective-mismatch', '''MPI_Comm more;
  MPI_Comm_dup(comm, &more);
  if (!other)
    MPI_Comm_free(&more);
  else
    MPI_Comm_disconnect(&more); @'''),
    ('comm-set-info', 2, 'collective-mismatch', '''if (!other)
    MPI_Comm_set_info(comm, info);
  MPI_Barrier(comm); @'''),
    ('split-type', 2, 'collective-mismatch', '''MPI_Comm part;
  if (other)
    MPI_Comm_split(comm, 0, 0, &part); @
  else
    MPI_Comm_dup(comm, &part);
  MPI_Comm_free(&part);'''),
    ('create-group-order', 3, 'collective-argument', '''MPI_Comm part;
  MPI_Group all, two;
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, 2, other ? (int[]){2, 0} : (int[]){0, 2}, &two);
  MPI_Comm_create(comm, two, &part); @
  MPI_Group_free(&all);
  MPI_Group_free(&two);
  if (part != MPI_COMM_NULL)
    MPI_Comm_free(&part);'''),
    ('create-groups', 4, 'collective-argument', '''MPI_Comm part;
  MPI_Group all, two;
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, other ? 1 : 2, other ? (int[]){rank} : rank > 1 ? (int[]){2, 3} : (int[]){0, 1}, &two);
  alarm(10); /* libraries may wait for ever */
  MPI_Comm_create(comm, two, &part); @
  MPI_Group_free(&all);
  MPI_Group_free(&two);
  MPI_Comm_free(&part);'''),
    ('create-group', 4, 'collective-argument', '''MPI_Comm part;
  MPI_Group all, two;
  MPI_Comm_group(comm, &all);
  alarm(10);
  for (int i = 0; i < 3; i++) {
    if (rank == 3 && i == 0)
      continue; /* of the others alone */
    MPI_Group_incl(all, 3, i == 0 ? (int[]){0, 1, 2} : other ? (int[]){0, 1, 3} : (int[]){1, 2, 3}, &two);
    if (rank || i == 0 || other)
      MPI_Comm_create_group(comm, two, 5, &part); @
    MPI_Group_free(&two);
    if (rank || i == 0)
      MPI_Comm_free(&part);
  }
  MPI_Group_free(&all);'''),
    ('dist-graph-weights', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, 1, (int[]){1 - rank}, other ? MPI_UNWEIGHTED : one, 1, (int[]){1 - rank}, other ? MPI_UNWEIGHTED : one, @
                                 MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);'''),
    # edges of a graph that their other process does not describe alike
    ('dist-graph-no-source', 3, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, !other, (int[]){(rank + 2) % 3}, UNWEIGHTED, 1, (int[]){(rank + 1) % 3}, UNWEIGHTED, @
                                 MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);'''),
    ('dist-graph-no-destination', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, 1, (int[]){1 - rank}, one, !other, (int[]){1 - rank}, other ? EMPTY : one, @
                                 MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);'''),
    ('dist-graph-often', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, 2, (int[]){1 - rank, 1 - rank}, UNWEIGHTED, 2 + other, (int[]){1 - rank, 1 - rank, 1 - rank}, @
                                 UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);'''),
    ('dist-graph-other-weights', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(half, 2, (int[]){rank, rank}, (int[]){5, 7}, 2, (int[]){rank, rank}, (int[]){7, 5 + other}, @
                                 MPI_INFO_NULL, 0, &graph);
  MPI_Comm_free(&graph);'''),
    ('dist-graph-itself', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, 1, (int[]){rank}, one, 1, (int[]){rank}, (int[]){1 + other}, MPI_INFO_NULL, 0, &graph); @
  MPI_Comm_free(&graph);'''),
    ('dist-graph-one-side', 2, 'collective-argument', '''MPI_Comm graph;
  MPI_Dist_graph_create_adjacent(comm, 0, NULL, EMPTY, other, (int[]){1 - rank}, one, MPI_INFO_NULL, 0, &graph); @
  MPI_Comm_free(&graph);'''),
    # not among the first calls, which are compared for each pair of processes
    ('dist-graph-late', 3, 'collective-argument', '''MPI_Comm graph;
  for (int i = 0; i < 100; i++)
    MPI_Barrier(comm);
  for (int i = 0; i < 3; i++) {
    MPI_Dist_graph_create_adjacent(comm, 1, (int[]){(rank + 2) % 3}, one, 1, (int[]){(rank + 1) % 3}, (int[]){1 + (i == 2 && other)}, @
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
  }'''),
    ('dist-graph-late-source', 2, 'collective-argument', '''MPI_Comm graph;
  for (int i = 0; i < 100; i++)
    MPI_Barrier(half);
  MPI_Dist_graph_create_adjacent(half, 1, (int[]){other ? rank : !rank}, UNWEIGHTED, 1, (int[]){1 - rank}, UNWEIGHTED, MPI_INFO_NULL, 0, &graph); @
  MPI_Comm_free(&graph);'''),
    ('intercomm-leader', 4, 'collective-argument', '''MPI_Comm part, inter;
  MPI_Comm_split(comm, rank / 2, 0, &part);
  alarm(10); /* libraries wait for ever */
  MPI_Intercomm_create(part, other ? 1 : 0, comm, rank / 2 ? 0 : 2, 5, &inter); @
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);'''),
    # inter-communicators: processes 0 and 1, and the others
    ('inter-order', 3, 'collective-mismatch', '''INTER(inter);
  if (other)
    MPI_Allreduce(x, y, 1, MPI_INT, MPI_SUM, inter); @
  else
    MPI_Barrier(inter);
  MPI_Comm_free(&inter);'''),
    ('inter-root-null', 3, 'collective-root', '''INTER(inter);
  MPI_Bcast(x, 1, MPI_INT, rank == 0 ? MPI_ROOT : rank == 1 ? (other ? MPI_ROOT : MPI_PROC_NULL) : 0, inter); @
  MPI_Comm_free(&inter);'''),
    ('inter-root', 4, 'collective-root', '''INTER(inter);
  MPI_Bcast(x, 1, MPI_INT, rank == 3 ? MPI_ROOT : rank == 2 ? MPI_PROC_NULL : other ? 0 : 1, inter); @
  MPI_Comm_free(&inter);'''),
    ('inter-bcast-count', 3, 'collective-amount', '''INTER(inter);
  MPI_Bcast(x, other ? 2 : 1, MPI_INT, rank == 2 ? MPI_ROOT : 0, inter); @
  MPI_Comm_free(&inter);'''),
    # MPI_IN_PLACE is for all processes or none
    ('allreduce-place', 2, 'collective-argument',
     'MPI_Allreduce(other ? MPI_IN_PLACE : x, y, 1, MPI_INT, MPI_SUM, comm); @'),
    ('ialltoall-place', 3, 'collective-argument',
     'MPI_Ialltoall(other ? MPI_IN_PLACE : y, 1, MPI_INT, y + 32, 1, MPI_INT, comm, &r); @'),
    ('merge-order', 4, 'collective-argument', '''INTER(inter);
  MPI_Comm both;
  MPI_Intercomm_merge(inter, other ? rank < 2 : rank > 1, &both); @
  MPI_Comm_free(&both);
  MPI_Comm_free(&inter);'''),
    # of the group that is not the first process's: 1 and the others
    ('merge-order-second', 3, 'collective-argument', '''MPI_Comm part, inter, both;
  MPI_Comm_split(comm, rank > 0, 0, &part);
  MPI_Intercomm_create(part, 0, comm, rank ? 0 : 1, 5, &inter);
  MPI_Intercomm_merge(inter, !other && rank > 0, &both); @
  MPI_Comm_free(&both);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);'''),
    ('inter-allreduce-count', 3, 'collective-amount', '''INTER(inter);
  MPI_Allreduce(x, y, other ? 2 : 1, MPI_INT, MPI_SUM, inter); @
  MPI_Comm_free(&inter);'''),
    # between the groups: what goes one way and what goes the other may differ
    ('inter-allgather-count', 3, 'collective-amount', '''INTER(inter);
  MPI_Allgather(x, rank < 2 ? 1 : 2, MPI_INT, y, (rank < 2 ? 2 : 1) + other, MPI_INT, inter); @
  MPI_Comm_free(&inter);'''),
    ('inter-iallgather-type', 3, 'collective-type', '''INTER(inter);
  MPI_Iallgather(x, 1, rank < 2 ? MPI_INT : MPI_FLOAT, y, 1, rank < 2 && !other ? MPI_FLOAT : MPI_INT, inter, &r); @
  finish(&r);
  MPI_Comm_free(&inter);'''),
    ('inter-allgatherv-count', 3, 'collective-amount', '''INTER(inter);
  MPI_Allgatherv(x, 1 + rank + other, MPI_INT, y, rank < 2 ? (int[]){3} : (int[]){1, 2}, (int[]){0, 8}, MPI_INT, inter); @
  MPI_Comm_free(&inter);'''),
    ('inter-alltoall-count', 4, 'collective-amount', '''INTER(inter);
  MPI_Alltoall(y, (rank < 2 ? 1 : 2) + other, MPI_INT, y + 32, rank < 2 ? 2 : 1, MPI_INT, inter); @
  MPI_Comm_free(&inter);'''),
    # the one group is process 1 alone
    ('inter-alltoallv-type', 3, 'collective-type', '''MPI_Comm part, inter;
  MPI_Comm_split(comm, rank == 1, 0, &part);
  MPI_Intercomm_create(part, 0, comm, rank == 1 ? 0 : 1, 5, &inter);
  MPI_Alltoallv(y, rank == 1 ? (int[]){3, 3} : (int[]){1 + rank}, (int[]){0, 8}, other ? MPI_FLOAT : MPI_INT, y + 32, @
                rank == 1 ? (int[]){1, 3} : (int[]){3}, (int[]){0, 8}, MPI_INT, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&part);'''),
    ('inter-alltoallw-count', 4, 'collective-amount', '''INTER(inter);
  MPI_Datatype types[] = {MPI_INT, MPI_FLOAT};
  MPI_Datatype own[] = {types[rank % 2], types[rank % 2]};
  MPI_Alltoallw(y, (int[]){1, 1 + other}, (int[]){0, 32}, types, y + 32, (int[]){1, 1}, (int[]){0, 32}, own, inter); @
  MPI_Comm_free(&inter);'''),
    # the root's array and the others' amounts
    ('inter-gatherv-count', 4, 'collective-amount', '''INTER(inter);
  MPI_Gatherv(x, rank > 1 ? rank - 1 : 0, MPI_INT, y, (int[]){other ? 3 : 1, 2}, (int[]){0, 8}, MPI_INT, rank == 1 ? MPI_ROOT : rank ? 1 : MPI_PROC_NULL, inter); @
  MPI_Comm_free(&inter);'''),
    ('inter-iscatterv-type', 3, 'collective-type', '''INTER(inter);
  MPI_Iscatterv(y, (int[]){1, 2}, (int[]){0, 8}, MPI_INT, x, 1 + rank, other ? MPI_FLOAT : MPI_INT, rank == 2 ? MPI_ROOT : 0, inter, &r); @
  finish(&r);
  MPI_Comm_free(&inter);'''),
    # not by all
    ('gather-more', 3, 'collective-mismatch', '''for (int i = 0; i < 3 + (other ? 1 : 0); i++)
    MPI_Gather(x, 1, MPI_INT, y, 1, MPI_INT, 0, half); @'''),
    # neighbours
    ('neighbor-count', 3, 'collective-amount', '''MPI_Comm line;
  MPI_Cart_create(comm, 1, (int[]){3}, (int[]){0}, 0, &line);
  MPI_Neighbor_allgather(x, other ? 2 : 1, MPI_INT, y, 1, MPI_INT, line); @
  MPI_Comm_free(&line);'''),
    ('neighbor-alltoallv-type', 3, 'collective-type', '''MPI_Comm line;
  MPI_Cart_create(comm, 1, (int[]){3}, (int[]){0}, 0, &line);
  MPI_Neighbor_alltoallv(x, one, (int[]){0, 1}, other ? MPI_FLOAT : MPI_INT, y, one, (int[]){0, 1}, MPI_INT, line); @
  MPI_Comm_free(&line);'''),
    # long after the first calls
    ('late-alltoallv', 2, 'collective-amount', '''for (int i = 0; i < 100; i++) {
    MPI_Alltoallv(y, (int[]){i % 60, i % 60}, (int[]){0, 64}, MPI_BYTE, y + 32, (int[]){i % 60, i % 60}, (int[]){0, 64}, MPI_BYTE, comm);
    MPI_Barrier(comm);
  }
  for (int i = 0; i < 500; i++)
    MPI_Allgatherv(x, 1, MPI_INT, y, one, (int[]){0, 8}, MPI_INT, comm);
  MPI_Allgatherv(x, 2 + other, MPI_INT, y, (int[]){2, 2}, (int[]){0, 8}, MPI_INT, comm); @'''),
    ('late-groups', 2, 'collective-argument', '''MPI_Comm part;
  MPI_Group all, two;
  MPI_Comm_group(comm, &all);
  MPI_Group_incl(all, 2, other ? (int[]){0, 1} : (int[]){1, 0}, &two);
  for (int i = 0; i < 100; i++)
    MPI_Barrier(comm);
  alarm(10);
  MPI_Comm_create(comm, two, &part); @
  MPI_Group_free(&all);
  MPI_Group_free(&two);
  MPI_Comm_free(&part);'''),
    ('late-root', 2, 'collective-root', '''for (int i = 0; i < 5000; i++)
    MPI_Bcast(x, 1, MPI_INT, i == 4990 ? other : 0, comm); @'''),
    ('late-order', 2, 'collective-mismatch', '''for (int i = 0; i < 9000; i++)
    MPI_Bcast(x, 1, MPI_INT, 0, half);
  if (other)
    MPI_Barrier(half); @
  else
    MPI_Allreduce(x, y, 1, MPI_INT, MPI_SUM, half);'''),
]
# Right, though the arguments differ.
RIGHT = [
    ('derived', 2, 'if (other)\n    MPI_Bcast(x, 1, pair, 0, comm);\n  else\n    MPI_Bcast(x, 2, MPI_INT, 0, comm);'),
    ('counts', 3, 'MPI_Gather(x, 2, MPI_INT, y, 1, pair, 0, comm);'),
    ('bytes', 2, 'MPI_Bcast(x, other ? 4 : 1, other ? MPI_BYTE : MPI_INT, 0, comm);'),
    ('insignificant', 3, 'MPI_Gather(x, 1, MPI_INT, y, rank ? 77 : 1, MPI_INT, 0, comm);'),
    ('scatterv-in-place', 2, 'MPI_Scatterv(y, (int[]){1, 7}, (int[]){0, 8}, MPI_INT, other ? MPI_IN_PLACE : x, 1, MPI_INT, 1, comm);'),
    ('gather-in-place', 2, 'MPI_Gather(other ? MPI_IN_PLACE : x, 1 + 4 * other, MPI_INT, y, 1, MPI_INT, 1, comm);'),
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
    # amounts of a line that change with each call, more than are kept
    ('changing', 2, '''for (int i = 0; i < 1000; i++)
    MPI_Alltoallv(y, (int[]){i % 31, other ? i % 32 : i % 29}, (int[]){0, 64}, MPI_BYTE, y + 32,
                  (int[]){other ? i % 29 : i % 31, other ? i % 32 : i % 31}, (int[]){0, 64}, MPI_BYTE, comm);
  for (int i = 0; i < 100; i++)
    MPI_Allgatherv(x, 1 + other, MPI_INT, y, (int[]){1, 2}, (int[]){0, 8}, MPI_INT, comm);'''),
    ('inter-by-rank', 4, '''INTER(inter);
  MPI_Gatherv(x, rank + 1, MPI_INT, y, (int[]){3, 4}, (int[]){0, 8}, MPI_INT, rank == 1 ? MPI_ROOT : rank ? 1 : MPI_PROC_NULL, inter);
  MPI_Gatherv(x, rank + 1, MPI_INT, y, (int[]){1, 2}, (int[]){0, 8}, MPI_INT, rank == 2 ? MPI_ROOT : rank < 2 ? 0 : MPI_PROC_NULL, inter);
  MPI_Scatterv(y, (int[]){1, 2}, (int[]){0, 8}, MPI_INT, x, rank + 1, MPI_INT, rank == 3 ? MPI_ROOT : rank < 2 ? 1 : MPI_PROC_NULL, inter);
  MPI_Comm_free(&inter);'''),
    ('reduce-scatter', 2, 'MPI_Reduce_scatter(y, x, (int[]){1, 3}, MPI_INT, MPI_SUM, comm);'),
    ('signature', 2, '''MPI_Datatype mixed = MIXED(0), other_mixed = MIXED(0), many;
  MPI_Type_contiguous(2, other_mixed, &many);
  MPI_Type_commit(&many);
  if (other)
    MPI_Bcast(y, 1, many, 0, comm);
  else
    MPI_Bcast(y, 2, mixed, 0, comm);
  MPI_Bcast(y, other ? 24 : 2, other ? MPI_BYTE : mixed, 0, comm);
  MPI_Type_free(&mixed);
  MPI_Type_free(&other_mixed);
  MPI_Type_free(&many);'''),
    ('file', 2, '''MPI_File file;
  OPEN(file);
  rc |= MPI_File_set_view(file, 4 * rank, other ? MPI_FLOAT : MPI_INT, other ? MPI_FLOAT : MPI_INT, "native", MPI_INFO_NULL);
  rc |= MPI_File_write_all(file, x, 1 + other, MPI_INT, MPI_STATUS_IGNORE);
  rc |= MPI_File_write_at_all_begin(file, rank, x, other, MPI_INT);
  rc |= MPI_File_write_at_all_end(file, x, MPI_STATUS_IGNORE);
  rc |= MPI_File_set_atomicity(file, other ? 2 : 1);
  if (other)
    rc |= MPI_File_read_at(file, 0, y, 1, MPI_INT, MPI_STATUS_IGNORE);
  CLOSE(file);'''),
    ('window', 2, '''MPI_Win win;
  MPI_Win_create(other ? NULL : y, other ? 0 : 64, 1 + rank, MPI_INFO_NULL, comm, &win);
  MPI_Win_fence(other ? MPI_MODE_NOSTORE : 0, win);
  if (other)
    MPI_Put(x, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
  MPI_Win_fence(0, win);
  if (other) {
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, win);
    MPI_Win_unlock(0, win);
  }
  MPI_Win_free(&win);'''),
    ('inter', 4, '''INTER(inter);
  MPI_Comm both, again;
  MPI_Bcast(x, 1, MPI_INT, rank == 3 ? MPI_ROOT : rank == 2 ? MPI_PROC_NULL : 1, inter);
  MPI_Bcast(x, rank == 1 ? 77 : 1, MPI_INT, rank == 0 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 0, inter);
  MPI_Gather(x, 2, MPI_INT, y, 1, pair, rank == 0 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 0, inter);
  MPI_Reduce(x, y, 1, MPI_INT, rank == 1 ? MPI_MAX : MPI_SUM, rank == 0 ? MPI_ROOT : rank == 1 ? MPI_PROC_NULL : 0, inter);
  MPI_Allgather(x, rank < 2 ? 1 : 2, MPI_INT, y, rank < 2 ? 2 : 1, MPI_INT, inter);
  MPI_Alltoall(x, rank < 2 ? 1 : 2, MPI_INT, y, rank < 2 ? 2 : 1, MPI_INT, inter);
  MPI_Allreduce(x, y, 1, MPI_INT, MPI_SUM, inter);
  MPI_Barrier(inter);
  MPI_Comm_dup(inter, &again);
  MPI_Intercomm_merge(inter, rank < 2, &both);
  MPI_Comm_free(&both);
  MPI_Intercomm_merge(inter, 1, &both);
  MPI_Scan(rank ? x : MPI_IN_PLACE, y, 1, MPI_INT, MPI_SUM, both);
  MPI_Comm_free(&again);
  MPI_Comm_free(&both);
  MPI_Comm_free(&inter);'''),
    ('inter-reduce-scatter', 3, '''INTER(inter);
  MPI_Reduce_scatter(y, x, rank < 2 ? (int[]){1, 3} : (int[]){4}, MPI_INT, MPI_SUM, inter);
  MPI_Reduce_scatter_block(y, x, rank < 2 ? 1 : 2, MPI_INT, MPI_SUM, inter);
  MPI_Comm_free(&inter);'''),
    ('neighbors', 4, '''MPI_Comm ring, twice, line;
  MPI_Cart_create(comm, 1, (int[]){4}, (int[]){1}, 0, &ring);
  MPI_Neighbor_alltoall(x, 1, MPI_INT, y, 1, MPI_INT, ring);
  MPI_Neighbor_alltoallv(x, (int[]){1 + rank % 2, 1 + rank % 2}, (int[]){0, 2}, MPI_INT, y, (int[]){2 - rank % 2, 2 - rank % 2}, (int[]){0, 2},
                         MPI_INT, ring);
  MPI_Cart_create(comm, 2, (int[]){2, 2}, (int[]){1, 1}, 0, &twice);
  MPI_Neighbor_alltoall(x, 1, MPI_INT, y, 1, MPI_INT, twice);
  MPI_Dist_graph_create_adjacent(comm, rank > 0, (int[]){rank - 1}, one, rank < 3, (int[]){rank + 1}, one, MPI_INFO_NULL, 0, &line);
  MPI_Neighbor_allgather(x, 1, pair, y, 2, MPI_INT, line);
  MPI_Comm_free(&line);
  MPI_Comm_free(&twice);
  MPI_Comm_free(&ring);'''),
    ('dist-graph', 4, '''MPI_Comm graph, numbers[3] = {comm, half, MPI_COMM_WORLD};
  for (int i = 0; i < 3; i++) { /* in `half` processes have other ranks */
    int me, n;
    MPI_Comm_rank(numbers[i], &me);
    /* of a star; no edge at all at process 3 */
    n = me == 0 ? 2 : me < 3;
    MPI_Dist_graph_create_adjacent(numbers[i], n, me ? (int[]){0, 0} : (int[]){1, 2}, n ? (int[]){3, 3} : EMPTY, n,
                                   me ? (int[]){0, 0} : (int[]){2, 1}, n ? (int[]){3, 3} : EMPTY, MPI_INFO_NULL, i % 2,
                                   &graph);
    MPI_Comm_free(&graph);
    /* several edges, in any order; any array will do where there are none */
    MPI_Dist_graph_create_adjacent(numbers[i], me ? 0 : 4, (int[]){1, 1, 0, 2}, me ? x : (int[]){4, 0, 9, 2}, me == 0 ? 1 : me == 1 ? 2 : me == 2,
                                   (int[]){0, 0}, me == 0 ? (int[]){9} : me == 1 ? (int[]){0, 4} : (int[]){2}, MPI_INFO_NULL, 0,
                                   &graph);
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create_adjacent(numbers[i], 1, (int[]){(me + 3) % 4}, UNWEIGHTED, 1, (int[]){(me + 1) % 4}, UNWEIGHTED,
                                   MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
    MPI_Dist_graph_create_adjacent(numbers[i], 0, NULL, UNWEIGHTED, 0, NULL, UNWEIGHTED, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
  }'''),
    ('dist-graph-many', 2, '''MPI_Comm graph;
  for (int i = 0; i < 100; i++) {
    MPI_Dist_graph_create_adjacent(comm, 3, (int[]){1 - rank, rank, rank}, (int[]){i, 5, i}, 3, (int[]){rank, rank, 1 - rank},
                                   (int[]){i, 5, i}, MPI_INFO_NULL, 0, &graph);
    MPI_Comm_free(&graph);
  }'''),
    ('split-type', 2, '''MPI_Comm part;
  MPI_Comm_split_type(comm, other ? MPI_UNDEFINED : MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &part);
  if (part != MPI_COMM_NULL)
    MPI_Comm_free(&part);'''),
    ('late', 2, '''for (int i = 0; i < 9000; i++)
    MPI_Bcast(x, 1, MPI_INT, i % 1000 == 999, comm);'''),
    ('lines', 2, 'if (other)\n    MPI_Barrier(comm);\n  else\n    MPI_Barrier(comm);'),
]


def cells():
    for name, ranks, slug, body, *right in ROWS:
        for tail, other, mark, what in (('', 'rank == 1', f'/* expect: {slug} */', 'The processes differ'),
                                        ('-ok', '0', '', 'The processes agree')):
            yield f'promises/{name}{tail}', FRAME.format(
                what=what, other=other, body=(right[0] if right and tail else HANGS.sub('', body) if tail else body).replace(' @', f' {mark}'.rstrip(), 1),
                keys=f'\n/* case: ranks={ranks} */' if tail else KEYS.format(ranks=ranks))
    for name, ranks, body in RIGHT:
        yield f'promises/right-{name}', FRAME.format(
            what='The calls match', other='rank == 1', body=body, keys=f'\n/* case: ranks={ranks} */')
