/* Makes every collective call in every form on communicators of all kinds; see collectives.h.
 * Rank N prints to the file PATH.N, where PATH is the first argument. With the second argument
 * "multiple" all three processes run under MPI_THREAD_MULTIPLE, with "mixed" only rank 0 does.
 */
#include "collectives.h"

unsigned mine, sent[ROOM], got[ROOM];
enum form form;

static MPI_Win marks;
static char line[128];

void mark(void) {
  MPI_Win_sync(marks);
}

void step(const struct place *p, const char *call, const char *variant) {
  static const char *const forms[] = {"plain", "started", "kept"};
  snprintf(line, sizeof line, "%s %s %s %s", call, forms[form], p->name, variant);
}

int step_starts(void) {
#ifdef MPICH_VERSION /* 4.0.2: a second start moves no data on some communicators, or crashes  \
                      */
  static const char *const once[] = {"Allgather ", "Reduce_scatter_block ", "Scatter "};
  for (size_t i = 0; i < sizeof once / sizeof *once; i++)
    if (strncmp(line, once[i], strlen(once[i])) == 0)
      return 1;
#endif
  return 2;
}

void fill(int in_place) {
  for (int i = 0; i < ROOM; i++) {
    sent[i] = mine;
    got[i] = in_place ? mine : 0;
  }
}

void step_end_with(unsigned others) {
  mark();
  printf("%s: %u\n", line, others & ~mine);
}

void step_end(void) {
  unsigned all = 0;
  for (int i = 0; i < ROOM; i++)
    all |= got[i];
  step_end_with(all);
}

unsigned place_members(MPI_Comm comm) {
  MPI_Group group, all;
  int n, from[8], to[8];
  unsigned bits = 0;
  MPI_Comm_group(comm, &group);
  MPI_Comm_group(MPI_COMM_WORLD, &all);
  MPI_Group_size(group, &n);
  for (int i = 0; i < n; i++)
    from[i] = i;
  MPI_Group_translate_ranks(group, n, from, all, to);
  for (int i = 0; i < n; i++)
    bits |= 1u << to[i];
  MPI_Group_free(&group);
  MPI_Group_free(&all);
  return bits;
}

void place_open(struct place *p, MPI_Comm comm, const char *name) {
  memset(p, 0, sizeof *p);
  p->comm = comm;
  p->name = name;
  MPI_Comm_size(comm, &p->size);
  MPI_Comm_rank(comm, &p->me);
  MPI_Comm_test_inter(comm, &p->inter);
  p->peers = p->size;
  if (p->inter)
    MPI_Comm_remote_size(comm, &p->peers);
}

/* Returns how much `from` sends to `to` in calls where amounts may differ. */
static int ragged(int from, int to) {
  return (from + 2 * to) % 3;
}

static MPI_Datatype nothing; /* a datatype without bytes */

static void barrier_steps(const struct place *p) {
  unsigned local = place_members(p->comm), others = p->inter ? 7 & ~local : local;
  step(p, "Barrier", "-");
  RUN(, step_end_with(others), MPI_Barrier(p->comm), MPI_Ibarrier(p->comm, &request_),
      INIT(Barrier)(p->comm, MPI_INFO_NULL, &request_));
}

/* `is_root`: this process is the root. `root` is what it has to pass for it, which may be
 * MPI_ROOT or MPI_PROC_NULL. */
static void rooted_steps(const struct place *p, int root, int is_root, int n, MPI_Datatype type,
                         const char *variant) {
  count counts[8];
  displ displs[8];
  int me = p->me;
  DO(p, Bcast, bcast, variant, fill(is_root), got, n, type, root);
  DO(p, Reduce, reduce, variant, fill(0), sent, got, n, type == nothing ? MPI_UNSIGNED : type,
     MPI_BOR, root);
  DO(p, Gather, gather, variant, fill(0), sent, n, type, got, n, type, root);
  DO(p, Scatter, scatter, variant, fill(0), sent, n, type, got, n, type, root);
  for (int i = 0; i < 8; i++) {
    counts[i] = n * (i % 2);
    displs[i] = i * STRIDE;
  }
  DO(p, Gatherv, gatherv, variant, fill(0), sent, n * (me % 2), type, got, counts, displs, type,
     root);
  DO(p, Scatterv, scatterv, variant, fill(0), sent, counts, displs, type, got, n * (me % 2),
     type, root);
}

static void in_place_rooted(const struct place *p, int root) {
  int is_root = p->me == root;
  const void *from = is_root ? MPI_IN_PLACE : sent;
  count counts[8];
  displ displs[8];
  for (int i = 0; i < 8; i++) {
    counts[i] = 1;
    displs[i] = i;
  }
  DO(p, Reduce, reduce, "in-place", fill(is_root), from, got, 2, MPI_UNSIGNED, MPI_BOR, root);
  DO(p, Gather, gather, "in-place", fill(is_root), from, 1, MPI_UNSIGNED, got, 1, MPI_UNSIGNED,
     root);
  DO(p, Gatherv, gatherv, "in-place", fill(is_root), from, 1, MPI_UNSIGNED, got, counts, displs,
     MPI_UNSIGNED, root);
  DO(p, Scatter, scatter, "in-place", fill(0), sent, 1, MPI_UNSIGNED,
     is_root ? MPI_IN_PLACE : got, 1, MPI_UNSIGNED, root);
  DO(p, Scatterv, scatterv, "in-place", fill(0), sent, counts, displs, MPI_UNSIGNED,
     is_root ? MPI_IN_PLACE : got, 1, MPI_UNSIGNED, root);
}

static void all_steps(const struct place *p, const void *from, int n, MPI_Datatype type,
                      const char *variant) {
  int in_place = from == MPI_IN_PLACE, total = p->inter ? 6 / p->size * n : n;
  count counts[8];
  MPI_Datatype add = type == nothing ? MPI_UNSIGNED : type;
  DO(p, Allreduce, allreduce, variant, fill(in_place), from, got, n, add, MPI_BOR);
  DO(p, Allgather, allgather, variant, fill(in_place), from, n, type, got, n, type);
  DO(p, Alltoall, alltoall, variant, fill(in_place), from, n, type, got, n, type);
  DO(p, Reduce_scatter_block, reduce_scatter_block, variant, fill(in_place), from, got, total,
     add, MPI_BOR);
  for (int i = 0; i < 8; i++)
    counts[i] = total;
  DO(p, Reduce_scatter, reduce_scatter, variant, fill(in_place), from, got, counts, add,
     MPI_BOR);
}

static void upward_steps(const struct place *p, const void *from, int n, const char *variant) {
  int in_place = from == MPI_IN_PLACE;
  DO(p, Scan, scan, variant, fill(in_place), from, got, n, MPI_UNSIGNED, MPI_BOR);
  DO(p, Exscan, exscan, variant, fill(in_place), from, got, n, MPI_UNSIGNED, MPI_BOR);
}

/* Each pair of processes has its own amount, which is at most `most`. */
static void ragged_steps(const struct place *p, const void *from, int most,
                         const char *variant) {
  int in_place = from == MPI_IN_PLACE;
  count out[8], in[8], parts[8];
  displ at[8], at_bytes[8];
  MPI_Datatype types[8];
  for (int i = 0; i < 8; i++) {
    int low = i < p->me ? i : p->me, high = i < p->me ? p->me : i;
    out[i] = ragged(p->me, i) % (most + 1);
    in[i] = ragged(i, p->me) % (most + 1);
    if (p->inter) /* ranks of two groups, so both must compute the same of a pair */
      out[i] = in[i] = (i + p->me) % 2 % (most + 1);
    if (in_place)
      out[i] = in[i] = ragged(low, high) % (most + 1);
    parts[i] = i % 2 % (most + 1);
    at[i] = i * STRIDE;
    at_bytes[i] = at[i] * (displ)sizeof *got;
    types[i] = MPI_UNSIGNED;
  }
  DO(p, Alltoallv, alltoallv, variant, fill(in_place), from, out, at, MPI_UNSIGNED, got, in, at,
     MPI_UNSIGNED);
  DO(p, Alltoallw, alltoallw, variant, fill(in_place), from, out, at_bytes, types, got, in,
     at_bytes, types);
  DO(p, Allgatherv, allgatherv, variant, fill(in_place), from, parts[p->me], MPI_UNSIGNED, got,
     parts, at, MPI_UNSIGNED);
  if (!p->inter)
    DO(p, Reduce_scatter, reduce_scatter, variant, fill(in_place), from, got, parts,
       MPI_UNSIGNED, MPI_BOR);
}

static void even_v_steps(const struct place *p) {
  count one[8];
  displ at[8];
  for (int i = 0; i < 8; i++) {
    one[i] = 1;
    at[i] = i;
  }
  DO(p, Allgatherv, allgatherv, "even", fill(0), sent, 1, MPI_UNSIGNED, got, one, at,
     MPI_UNSIGNED);
}

static void intra_steps(const struct place *p) {
  for (int root = 0; root < p->size; root++) {
    rooted_steps(p, root, p->me == root, 2, MPI_UNSIGNED, root ? "root n" : "root 0");
    in_place_rooted(p, root);
  }
  rooted_steps(p, 0, p->me == 0, 0, MPI_UNSIGNED, "zero");
  rooted_steps(p, 0, p->me == 0, 1, nothing, "nothing");
  all_steps(p, sent, 2, MPI_UNSIGNED, "-");
  all_steps(p, MPI_IN_PLACE, 2, MPI_UNSIGNED, "in-place");
  all_steps(p, sent, 0, MPI_UNSIGNED, "zero");
#ifdef MPICH_VERSION
  if (form != KEPT) /* MPICH 4.0.2 divides by the size of the datatype, which is 0 */
#endif
    all_steps(p, sent, 1, nothing, "nothing");
  upward_steps(p, sent, 2, "-");
  upward_steps(p, MPI_IN_PLACE, 1, "in-place");
  upward_steps(p, sent, 0, "zero");
  ragged_steps(p, sent, 2, "ragged");
  ragged_steps(p, MPI_IN_PLACE, 2, "in-place");
  ragged_steps(p, sent, 0, "zero");
  even_v_steps(p);
}

/* Once the root is in the group of one process, once in the group of two. */
static void inter_steps(const struct place *p) {
  for (int size = 1; size <= 2; size++) {
    int here = p->size == size, root = !here ? 0 : p->me ? MPI_PROC_NULL : MPI_ROOT;
    rooted_steps(p, root, root == MPI_ROOT, 2, MPI_UNSIGNED, size == 1 ? "of 1" : "of 2");
  }
  all_steps(p, sent, 1, MPI_UNSIGNED, "-");
  all_steps(p, sent, 0, MPI_UNSIGNED, "zero");
  ragged_steps(p, sent, 2, "ragged");
}

static void steps_on(MPI_Comm comm, const char *name) {
  struct place p;
  if (comm == MPI_COMM_NULL)
    return;
  place_open(&p, comm, name);
  barrier_steps(&p);
  if (p.inter)
    inter_steps(&p);
  else
    intra_steps(&p);
}

static void begin(int argc, char **argv) {
  int given, rank, *memory;
  const char *how = argc > 2 ? argv[2] : "";
  char path[4096];
  int many = strcmp(how, "multiple") == 0;
  if (strcmp(how, "mixed") == 0) {
    const char *own = getenv("PMI_RANK") ? getenv("PMI_RANK") : getenv("OMPI_COMM_WORLD_RANK");
    many = own && atoi(own) == 0;
  }
  MPI_Init_thread(&argc, &argv, many ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &given);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  mine = 1u << rank;
  snprintf(path, sizeof path, "%s.%d", argv[1], rank);
  if (!freopen(path, "w", stdout))
    MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Win_allocate(8, 1, MPI_INFO_NULL, MPI_COMM_SELF, &memory, &marks);
  MPI_Win_lock_all(0, marks);
  MPI_Type_contiguous(0, MPI_UNSIGNED, &nothing);
  MPI_Type_commit(&nothing);
}

int main(int argc, char **argv) {
  int rank;
  MPI_Comm back, some, inter;
  begin(argc, argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &back);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &some);
  MPI_Intercomm_create(some, 0, MPI_COMM_WORLD, 1 - rank % 2, 9, &inter);
  for (form = PLAIN; form < FORMS; form++) {
    steps_on(MPI_COMM_WORLD, "world");
    steps_on(back, "back");
    steps_on(some, "some");
    steps_on(inter, "inter");
    neighbour_steps();
    making_steps();
  }
  MPI_Type_free(&nothing);
  MPI_Comm_free(&inter);
  MPI_Comm_free(&some);
  MPI_Comm_free(&back);
  MPI_Win_unlock_all(marks);
  MPI_Win_free(&marks);
  MPI_Finalize();
  return 0;
}
