/* buffers_collectives.c: collective calls in all their forms. */
#include "buffers.h"

/* FORMS makes a call in its blocking, nonblocking and persistent form. It reads `r` and writes
 * `w`; NULL stands for nothing. */
#if defined OPEN_MPI && OMPI_MAJOR_VERSION < 5
#define PERSISTENT(Name) MPIX_##Name##_init
#else
#define PERSISTENT(Name) MPI(Name##_init)
#endif
#ifdef MPICH_VERSION
#define STARTS 1 /* a second start sometimes fails with "Invalid communicator" */
#else
#define STARTS 2
#endif
#define FORMS(Name, name, r, w, ...)                                                           \
  do {                                                                                         \
    const char *r_ = (r), *w_ = (w);                                                           \
    MPI_Request request;                                                                       \
    expect_now(NAME(Name), r_, w_);                                                            \
    MPI(Name)(__VA_ARGS__);                                                                    \
    expect_pending(NAME(I##name), r_, w_);                                                     \
    MPI(I##name)(__VA_ARGS__, &request);                                                       \
    finish(&request, r_, w_);                                                                  \
    if (persistent) {                                                                          \
      PERSISTENT(Name)(__VA_ARGS__, MPI_INFO_NULL, &request);                                  \
      for (int i_ = 0; i_ < STARTS; i_++) {                                                    \
        expect_pending("Start", r_, w_);                                                       \
        MPI_Start(&request);                                                                   \
        finish(&request, r_, w_);                                                              \
      }                                                                                        \
      MPI_Request_free(&request);                                                              \
    }                                                                                          \
  } while (0)

#define IN (rank == 1 ? (const void *)MPI_IN_PLACE : m)
static int persistent; /* 0: intercommunicators, for which neither library has this form */

/* Returns the blocks of the other ranks in an array with `n` ints of each rank. */
static char *but_own(int at, int n) {
  static char text[64];
  int lo = at + rank * n, hi = lo + n, end = at + size * n;
  snprintf(text, sizeof text, "%s%s%s", rank ? range(at, lo) : "",
           rank && rank < size - 1 ? "," : "", rank < size - 1 ? range(hi, end) : "");
  return text;
}

static void rooted(void) {
  int root = rank == 1;
  FORMS(Bcast, bcast, root ? "0-2" : NULL, root ? NULL : "0-2", m, 2, MPI_INT, 1,
        MPI_COMM_WORLD);
  FORMS(Gather, gather, "0-2", root ? "8-14" : NULL, m, 2, MPI_INT, m + 8, 2, MPI_INT, 1,
        MPI_COMM_WORLD);
  FORMS(Gather, gather, root ? NULL : "0-2", root ? but_own(8, 2) : NULL, IN, 2, MPI_INT, m + 8,
        2, MPI_INT, 1, MPI_COMM_WORLD);
  FORMS(Scatter, scatter, root ? "8-14" : NULL, "0-2", m + 8, 2, MPI_INT, m, 2, MPI_INT, 1,
        MPI_COMM_WORLD);
  FORMS(Scatter, scatter, root ? but_own(8, 2) : NULL, root ? NULL : "0-2", m + 8, 2, MPI_INT,
        root ? MPI_IN_PLACE : m, 2, MPI_INT, 1, MPI_COMM_WORLD);
  FORMS(Reduce, reduce, "0-2", root ? "8-10" : NULL, m, m + 8, 2, MPI_INT, MPI_SUM, 1,
        MPI_COMM_WORLD);
  FORMS(Reduce, reduce, root ? "8-10" : "0-2", root ? "8-10" : NULL, IN, m + 8, 2, MPI_INT,
        MPI_SUM, 1, MPI_COMM_WORLD);
}

static void rooted_v(void) {
  static const count_t counts[] = {1, 2, 3};
  static const displ_t displs[] = {8, 0, 4};
  int root = rank == 1;
  const char *all = "8-10,12-15,16-17";
  FORMS(Gatherv, gatherv, range(0, rank + 1), root ? all : NULL, m, rank + 1, MPI_INT, m + 8,
        counts, displs, MPI_INT, 1, MPI_COMM_WORLD);
  FORMS(Gatherv, gatherv, root ? NULL : range(0, rank + 1), root ? "12-15,16-17" : NULL, IN,
        rank + 1, MPI_INT, m + 8, counts, displs, MPI_INT, 1, MPI_COMM_WORLD);
  FORMS(Scatterv, scatterv, root ? all : NULL, range(0, rank + 1), m + 8, counts, displs,
        MPI_INT, m, rank + 1, MPI_INT, 1, MPI_COMM_WORLD);
}

static void everywhere(void) {
  MPI_Datatype two = second(2); /* ints 0 and 2; its extent is 3 */
  FORMS(Allgather, allgather, "0-2", "8-14", m, 2, MPI_INT, m + 8, 2, MPI_INT, MPI_COMM_WORLD);
  FORMS(Allgather, allgather, range(8 + 2 * rank, 10 + 2 * rank), but_own(8, 2), MPI_IN_PLACE,
        0, MPI_DATATYPE_NULL, m + 8, 2, MPI_INT, MPI_COMM_WORLD);
  FORMS(Allgather, allgather, "0-2", "8-9,10-12,13-15,16-17", m, 2, MPI_INT, m + 8, 1, two,
        MPI_COMM_WORLD);
  FORMS(Alltoall, alltoall, "0-6", "8-14", m, 2, MPI_INT, m + 8, 2, MPI_INT, MPI_COMM_WORLD);
  FORMS(Alltoall, alltoall, "8-14", "8-14", MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, m + 8, 2,
        MPI_INT, MPI_COMM_WORLD);
  FORMS(Allreduce, allreduce, "0-2", "8-10", m, m + 8, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  FORMS(Allreduce, allreduce, "8-10", "8-10", MPI_IN_PLACE, m + 8, 2, MPI_INT, MPI_SUM,
        MPI_COMM_WORLD);
  FORMS(Reduce_scatter_block, reduce_scatter_block, "0-6", "8-10", m, m + 8, 2, MPI_INT,
        MPI_SUM, MPI_COMM_WORLD);
  FORMS(Reduce_scatter_block, reduce_scatter_block, "8-14", "8-14", MPI_IN_PLACE, m + 8,
        2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  FORMS(Scan, scan, "0-2", "8-10", m, m + 8, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  FORMS(Scan, scan, "8-10", "8-10", MPI_IN_PLACE, m + 8, 2, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  FORMS(Exscan, exscan, "0-2", rank ? "8-10" : NULL, m, m + 8, 2, MPI_INT, MPI_SUM,
        MPI_COMM_WORLD);
  MPI_Type_free(&two);
}

static void everywhere_v(void) {
  static const count_t counts[] = {1, 2, 3}, ones[] = {1, 1, 1};
  static const displ_t displs[] = {8, 0, 4}, bytes[] = {32, 0, 16};
  static const MPI_Datatype types[] = {MPI_INT, MPI_INT, MPI_INT};
  static const char *const own[] = {"16-17", "8-10", "12-15"};
  static const char *const others[] = {"8-10,12-15", "12-15,16-17", "8-10,16-17"};
  FORMS(Allgatherv, allgatherv, range(0, rank + 1), "8-10,12-15,16-17", m, rank + 1, MPI_INT,
        m + 8, counts, displs, MPI_INT, MPI_COMM_WORLD);
  FORMS(Allgatherv, allgatherv, own[rank], others[rank], MPI_IN_PLACE, 0, MPI_DATATYPE_NULL,
        m + 8, counts, displs, MPI_INT, MPI_COMM_WORLD);
  FORMS(Alltoallv, alltoallv, "0-1,4-5,8-9", "20-21,24-25,28-29", m, ones, displs, MPI_INT,
        m + 20, ones, displs, MPI_INT, MPI_COMM_WORLD);
  FORMS(Alltoallw, alltoallw, "0-1,4-5,8-9", "20-21,24-25,28-29", m, ones, bytes, types, m + 20,
        ones, bytes, types, MPI_COMM_WORLD);
  FORMS(Alltoallv, alltoallv, "20-21,24-25,28-29", "20-21,24-25,28-29", MPI_IN_PLACE, NULL,
        NULL, MPI_DATATYPE_NULL, m + 20, ones, displs, MPI_INT, MPI_COMM_WORLD);
  FORMS(Reduce_scatter, reduce_scatter, "0-6", range(8, 9 + rank), m, m + 8, counts, MPI_INT,
        MPI_SUM, MPI_COMM_WORLD);
}

/* Three ranks in a line: those at its ends have one neighbour and MPI_PROC_NULL. */
static void neighbours(void) {
  static const count_t counts[] = {1, 1};
  static const displ_t displs[] = {4, 0};
  static const MPI_Aint bytes[] = {16, 0};
  static const MPI_Datatype types[] = {MPI_INT, MPI_INT};
  static const char *const from[] = {"9-10", "8-10", "8-9"}, *const to[] = {"1-2", "0-2",
                                                                            "0-1"};
  static const char *const far[] = {"8-9", "8-9,12-13", "12-13"};
  static const char *const out[] = {"0-1", "0-1,4-5", "4-5"};
  int dims = 3, periods = 0;
  MPI_Comm line;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &dims, &periods, 0, &line);
  FORMS(Neighbor_allgather, neighbor_allgather, "0-1", from[rank], m, 1, MPI_INT, m + 8, 1,
        MPI_INT, line);
  FORMS(Neighbor_allgatherv, neighbor_allgatherv, "0-1", far[rank], m, 1, MPI_INT, m + 8,
        counts, displs, MPI_INT, line);
  FORMS(Neighbor_alltoall, neighbor_alltoall, to[rank], from[rank], m, 1, MPI_INT, m + 8, 1,
        MPI_INT, line);
  FORMS(Neighbor_alltoallv, neighbor_alltoallv, out[rank], far[rank], m, counts, displs,
        MPI_INT, m + 8, counts, displs, MPI_INT, line);
  FORMS(Neighbor_alltoallw, neighbor_alltoallw, out[rank], far[rank], m, counts, bytes, types,
        m + 8, counts, bytes, types, line);
  MPI_Comm_free(&line);
}

/* A graph in which rank 0 sends to the two others. */
static void graph(void) {
  int both[] = {1, 2}, zero = 0, weights[] = {1, 1};
  MPI_Comm star;
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, rank ? 1 : 0, &zero, weights, rank ? 0 : 2,
                                 both, weights, MPI_INFO_NULL, 0, &star);
  FORMS(Neighbor_alltoall, neighbor_alltoall, rank ? NULL : "0-2", rank ? "8-9" : NULL, m, 1,
        MPI_INT, m + 8, 1, MPI_INT, star);
  FORMS(Neighbor_allgather, neighbor_allgather, rank ? NULL : "0-1", rank ? "8-9" : NULL, m, 1,
        MPI_INT, m + 8, 1, MPI_INT, star);
  MPI_Comm_free(&star);
}

/* An intercommunicator between rank 0 and the two others. */
static void between(void) {
  int one = rank == 0, root = one ? MPI_ROOT : 0;
  int theirs = rank == 2 ? MPI_PROC_NULL : one ? 0 : MPI_ROOT; /* rank 1 is the root */
  int first = rank == 1;
  MPI_Comm local, inter;
  MPI_Comm_split(MPI_COMM_WORLD, one, 0, &local);
  MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, one ? 1 : 0, 0, &inter);
  FORMS(Bcast, bcast, one ? "0-2" : NULL, one ? NULL : "0-2", m, 2, MPI_INT, root, inter);
  FORMS(Gather, gather, one ? NULL : "0-2", one ? "8-12" : NULL, m, 2, MPI_INT, m + 8, 2,
        MPI_INT, root, inter);
  FORMS(Gather, gather, one ? "0-2" : NULL, first ? "8-10" : NULL, m, 2, MPI_INT, m + 8, 2,
        MPI_INT, theirs, inter);
  FORMS(Scatter, scatter, one ? "8-12" : NULL, one ? NULL : "0-2", m + 8, 2, MPI_INT, m, 2,
        MPI_INT, root, inter);
  FORMS(Reduce, reduce, one ? NULL : "0-2", one ? "8-10" : NULL, m, m + 8, 2, MPI_INT, MPI_SUM,
        root, inter);
  FORMS(Allgather, allgather, "0-2", one ? "8-12" : "8-10", m, 2, MPI_INT, m + 8, 2, MPI_INT,
        inter);
  FORMS(Alltoall, alltoall, one ? "0-4" : "0-2", one ? "8-12" : "8-10", m, 2, MPI_INT, m + 8, 2,
        MPI_INT, inter);
  FORMS(Allreduce, allreduce, "0-2", "8-10", m, m + 8, 2, MPI_INT, MPI_SUM, inter);
  FORMS(Reduce_scatter_block, reduce_scatter_block, "0-2", one ? "8-10" : "8-9", m, m + 8,
        one ? 2 : 1, MPI_INT, MPI_SUM, inter);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&local);
}

void LIKE(collectives)(void) {
  persistent = 1;
  rooted();
  rooted_v();
  everywhere();
  everywhere_v();
  neighbours();
  graph();
  persistent = 0;
  between();
}
