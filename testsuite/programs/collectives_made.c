/* The steps of neighbourhood collectives on topologies of all kinds, and of calls that make
 * communicators; see collectives.h. */
#include "collectives.h"

struct neighbours {
  int sources, destinations, source[8], destination[8];
};

/* Asks the library for the neighbours in a Cartesian topology, in the order of the standard
 * (section 7.6). */
static void cart_neighbours(MPI_Comm comm, struct neighbours *n) {
  int dims;
  MPI_Cartdim_get(comm, &dims);
  for (int i = 0; i < dims; i++)
    MPI_Cart_shift(comm, i, 1, &n->source[2 * i], &n->source[2 * i + 1]);
  n->sources = n->destinations = 2 * dims;
  memcpy(n->destination, n->source, sizeof n->source);
}

/* Returns how much `from` sends to `to`. It is the same each time if they are neighbours
 * several times. */
static int amount(int from, int to) {
  return (from + to) % 2;
}

static void amounts(const struct place *p, const struct neighbours *n, count *out, count *in) {
  for (int i = 0; i < n->destinations; i++)
    out[i] = n->destination[i] < 0 ? 1 : amount(p->me, n->destination[i]);
  for (int i = 0; i < n->sources; i++)
    in[i] = n->source[i] < 0 ? 1 : amount(n->source[i], p->me);
}

static void neighbour_steps_on(MPI_Comm comm, const char *name, struct neighbours *n,
                               int balanced) {
  struct place p;
  count out[8], in[8], same[8];
  displ at[8];
  MPI_Aint at_bytes[8];
  MPI_Datatype types[8];
  if (comm == MPI_COMM_NULL)
    return;
  place_open(&p, comm, name);
  if (!n->sources && !n->destinations)
    cart_neighbours(comm, n);
  for (int i = 0; i < 8; i++) {
    at[i] = i;
    at_bytes[i] = i * (MPI_Aint)sizeof *got;
    types[i] = MPI_UNSIGNED;
    same[i] = 1;
  }
  amounts(&p, n, out, in);
  DO(&p, Neighbor_allgather, neighbor_allgather, "-", fill(0), sent, 1, MPI_UNSIGNED, got, 1,
     MPI_UNSIGNED);
  DO(&p, Neighbor_allgather, neighbor_allgather, "zero", fill(0), sent, 0, MPI_UNSIGNED, got, 0,
     MPI_UNSIGNED);
  DO(&p, Neighbor_allgatherv, neighbor_allgatherv, "-", fill(0), sent, 1, MPI_UNSIGNED, got,
     same, at, MPI_UNSIGNED);
  DO(&p, Neighbor_alltoall, neighbor_alltoall, "-", fill(0), sent, 1, MPI_UNSIGNED, got, 1,
     MPI_UNSIGNED);
  DO(&p, Neighbor_alltoallv, neighbor_alltoallv, "-", fill(0), sent, out, at, MPI_UNSIGNED, got,
     in, at, MPI_UNSIGNED);
  if (balanced) /* MPICH 4.0.2 uses displacements of sources for those of destinations */
    DO(&p, Neighbor_alltoallw, neighbor_alltoallw, "-", fill(0), sent, out, at_bytes, types,
       got, in, at_bytes, types);
  MPI_Comm_free(&comm);
}

static void cart_steps(const char *name, int dims, const int *extent, const int *periods) {
  struct neighbours n = {0};
  MPI_Comm comm;
  MPI_Cart_create(MPI_COMM_WORLD, dims, extent, periods, 0, &comm);
  neighbour_steps_on(comm, name, &n, 1);
}

static void dist_steps(const char *name, struct neighbours n, int balanced) {
  MPI_Comm comm;
  const int weight[8] = {1, 1, 1, 1, 1, 1, 1, 1};
  MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, n.sources, n.source, weight, n.destinations,
                                 n.destination, weight, MPI_INFO_NULL, 0, &comm);
  neighbour_steps_on(comm, name, &n, balanced);
}

void neighbour_steps(void) {
  MPI_Comm comm;
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  cart_steps("line", 1, (int[]){3}, (int[]){0});
  cart_steps("ring", 1, (int[]){3}, (int[]){1});
  cart_steps("sheet", 2, (int[]){3, 1}, (int[]){0, 1});
  cart_steps("pair", 1, (int[]){2}, (int[]){1});

  struct neighbours star = {rank ? 1 : 2, rank ? 1 : 2, {rank ? 0 : 1, 2}, {rank ? 0 : 1, 2}};
  MPI_Graph_create(MPI_COMM_WORLD, 3, (int[]){2, 3, 4}, (int[]){1, 2, 0, 0}, 0, &comm);
  neighbour_steps_on(comm, "star", &star, 1);

  /* 0 -> 1 twice, 0 -> 2, 1 -> 2 */
  static const struct neighbours down[] = {
      {0, 3, {0}, {1, 1, 2}}, {2, 1, {0, 0}, {2}}, {2, 0, {0, 1}, {0}}};
  dist_steps("down", down[rank], 0);
  int next = (rank + 1) % 3, last = (rank + 2) % 3;
  dist_steps("turn", (struct neighbours){2, 2, {last, last}, {next, next}}, 1);
}

static void barrier_on(MPI_Comm comm, const char *name, const char *of) {
  struct place p;
  if (comm == MPI_COMM_NULL)
    return;
  place_open(&p, comm, name);
  step(&p, "Barrier", of);
  mark();
  MPI_Barrier(comm);
  step_end_with(p.inter ? 7 & ~place_members(comm) : place_members(comm));
}

/* All in `others` make the communicator `made` by this call; then there is a barrier on it. */
#define MAKE(Name, others, ...)                                                                \
  do {                                                                                         \
    MPI_Comm made = MPI_COMM_NULL;                                                             \
    step(&p, #Name, "-");                                                                      \
    mark();                                                                                    \
    MPI_##Name(__VA_ARGS__, &made);                                                            \
    step_end_with(others);                                                                     \
    barrier_on(made, #Name, p.name);                                                           \
    if (made != MPI_COMM_NULL)                                                                 \
      MPI_Comm_free(&made);                                                                    \
  } while (0)

static void making_on(MPI_Comm comm, const char *name) {
  struct place p;
  MPI_Group group, first;
  const int none[] = {0};
  place_open(&p, comm, name);
  unsigned all = place_members(comm);
  MPI_Comm_group(comm, &group);
  MPI_Group_incl(group, p.size > 1 ? 2 : 1, (int[]){0, 1}, &first);
  MAKE(Comm_dup, all, comm);
  MAKE(Comm_dup_with_info, all, comm, MPI_INFO_NULL);
  MAKE(Comm_split, all, comm, p.me % 2 ? MPI_UNDEFINED : 0, -p.me);
  MAKE(Comm_split_type, all, comm, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL);
  MAKE(Comm_create, all, comm, first);
  if (p.me < 2)
    for (int tag = 0; tag < 2; tag++)
      MAKE(Comm_create_group, p.size > 1 ? all & (p.size == 3 ? 3 : 7) : all, comm, first, tag);
  MAKE(Cart_create, all, comm, 1, (int[]){p.size}, (int[]){0}, 0);
  MAKE(Graph_create, all, comm, 1, (int[]){0}, (int[]){0}, 0);
  MAKE(Dist_graph_create, all, comm, 0, none, none, none, none, MPI_INFO_NULL, 0);
  MAKE(Dist_graph_create_adjacent, all, comm, 0, none, none, 0, none, none, MPI_INFO_NULL, 0);
  MPI_Group_free(&group);
  MPI_Group_free(&first);
}

static void idup_on(MPI_Comm comm, const char *name) {
  struct place p;
  MPI_Comm made;
  MPI_Request request;
  place_open(&p, comm, name);
  form = STARTED;
  step(&p, "Comm_idup", "-");
  mark();
  MPI_Comm_idup(comm, &made, &request);
  mark();
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  step_end_with(place_members(comm));
  form = PLAIN;
  barrier_on(made, "Comm_idup", name);
  MPI_Comm_free(&made);
}

/* Calls that the library refuses at all processes must not count as collective calls. Otherwise
 * later calls would be matched wrongly. */
static void refused_on(MPI_Comm comm, const char *name) {
  struct place p;
  MPI_Comm made;
  MPI_Comm_dup(comm, &made);
  MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN);
  MPI_Reduce(sent, got, 1, MPI_UNSIGNED, MPI_BOR, 99, made);
  MPI_Bcast(sent, 1, MPI_DATATYPE_NULL, 0, made);
  place_open(&p, made, "refused");
  if (p.me == 0) /* no other process makes this call */
    MPI_Allreduce(sent, got, 1, MPI_UNSIGNED, MPI_OP_NULL, made);
  DO(&p, Allreduce, allreduce, name, fill(0), sent, got, 1, MPI_UNSIGNED, MPI_BOR);
  MPI_Allreduce(sent, got, 1, MPI_UNSIGNED, MPI_OP_NULL, made);
  barrier_on(made, "refused", name);
  MPI_Comm_free(&made);
}

void making_steps(void) {
  int rank;
  MPI_Comm back, some, inter, merged;
  if (form != PLAIN)
    return;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &some);
  making_on(MPI_COMM_WORLD, "world");
  making_on(some, "some");
  idup_on(MPI_COMM_WORLD, "world");
  idup_on(some, "some");
  refused_on(some, "some");
  for (int i = 0; i < 2; i++) {
    MPI_Intercomm_create(some, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &inter);
    barrier_on(inter, "inter", "-");
    MPI_Intercomm_merge(inter, rank % 2, &merged);
    barrier_on(merged, "merged", "-");
    MPI_Comm_free(&merged);
    MPI_Comm_dup(inter, &merged);
    barrier_on(merged, "twin", "-");
    MPI_Comm_free(&merged);
    MPI_Comm_free(&inter);
  }
  MPI_Comm_free(&some);
  MPI_Comm_free(&back);
}
