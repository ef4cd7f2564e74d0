/* What the program has that testsuite/every_argument.py makes: objects of each kind, freshly
 * made for each call (`some_`) or just freed (`old_`, `gone_`), null handles (`null_`) and
 * places for what the call makes (`made_`). A cell is one call on a line of its own. Errors
 * return. */
#include <stdint.h>
#include "case.h"

enum { N = 64 };
static int x[N], y[N], memory[N], numbers[N], flags[N], places[8], zeros[8], steps[8],
    grid[2] = {2, 1};
static int ones[8] = {1, 1, 1, 1, 1, 1, 1, 1}, minus[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
static int ranges[1][3] = {{0, 0, 1}}, blocks[1] = {MPI_DISTRIBUTE_BLOCK};
static int defaults[1] = {MPI_DISTRIBUTE_DFLT_DARG}, ends[2] = {1, 2}, others[2] = {1, 0};
static MPI_Aint wide[8], wide_out[8];
static MPI_Count many[8] = {1, 1, 1, 1, 1, 1, 1, 1}, counts_out[8];
static MPI_Count many_minus[8] = {-1, -1, -1, -1, -1, -1, -1, -1};
static MPI_Offset offsets[8], own_part;
static char text[MPI_MAX_PORT_NAME + MPI_MAX_LIBRARY_VERSION_STRING], attached[4096];
static MPI_Comm comm, cart, graph, adjacent, inter;
static MPI_Group group, own_group;
static MPI_Info info;
static MPI_File file;
static MPI_Win win, dynamic, shared;
static MPI_Request request, pending, persistent;
static MPI_Message message, null_message, used_message;
static MPI_Status status;
static MPI_Datatype raw_type, types[8], types_out[8];
static void *base;
static int some_key, no_key = MPI_KEYVAL_INVALID;
static const char *file_name;

#define KINDS(X)                                                                               \
  X(Comm, comm, COMM)                                                                          \
  X(Datatype, type, DATATYPE)                                                                  \
  X(Group, group, GROUP)                                                                       \
  X(Info, info, INFO)                                                                          \
  X(Op, op, OP)                                                                                \
  X(Errhandler, errh, ERRHANDLER)                                                              \
  X(Win, win, WIN)                                                                             \
  X(File, file, FILE)
#define VARIABLES(Kind, name, NULLS)                                                           \
  static MPI_##Kind some_##name, old_##name, gone_##name, made_##name, null_##name;

KINDS(VARIABLES)

static void add(void *a, void *b, int *n, MPI_Datatype *t) {
  (void)a, (void)b, (void)n, (void)t;
}
static void ignore(MPI_Comm *c, int *code, ...) {
  (void)c, (void)code;
}

static void make(MPI_Comm *c, MPI_Datatype *t, MPI_Group *g, MPI_Info *i, MPI_Op *o,
                 MPI_Errhandler *e, MPI_Win *w) {
  MPI_Comm_dup(MPI_COMM_WORLD, c);
  MPI_Comm_set_errhandler(*c, MPI_ERRORS_RETURN);
  MPI_Type_contiguous(2, MPI_INT, t);
  MPI_Type_commit(t);
  MPI_Group_incl(group, 1, places, g);
  MPI_Info_create(i);
  MPI_Op_create(add, 1, o);
  MPI_Comm_create_errhandler(ignore, e);
  MPI_Win_create(NULL, 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, w);
  MPI_Win_set_errhandler(*w, MPI_ERRORS_RETURN);
}

static void unmake(MPI_Comm *c, MPI_Datatype *t, MPI_Group *g, MPI_Info *i, MPI_Op *o,
                   MPI_Errhandler *e, MPI_Win *w) {
  if (*c != MPI_COMM_NULL)
    MPI_Comm_free(c);
  if (*t != MPI_DATATYPE_NULL)
    MPI_Type_free(t);
  if (*g != MPI_GROUP_NULL)
    MPI_Group_free(g);
  if (*i != MPI_INFO_NULL)
    MPI_Info_free(i);
  if (*o != MPI_OP_NULL)
    MPI_Op_free(o);
  if (*e != MPI_ERRHANDLER_NULL)
    MPI_Errhandler_free(e);
  if (*w != MPI_WIN_NULL)
    MPI_Win_free(w);
}

static void open_file(MPI_File *f) {
  MPI_File_open(MPI_COMM_WORLD, file_name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, f);
}

/* Before each call. Each process is at its own part of the file. */
static void again(void) {
  memset(x, 0, sizeof x);
  MPI_File_seek(file, own_part, MPI_SEEK_SET);
#define KEEP(Kind, name, NULLS) old_##name = gone_##name;
#define RESTORE(Kind, name, NULLS) gone_##name = old_##name;
#define CLEAR(Kind, name, NULLS) made_##name = MPI_##NULLS##_NULL;
  make(&some_comm, &some_type, &some_group, &some_info, &some_op, &some_errh, &some_win);
  make(&gone_comm, &gone_type, &gone_group, &gone_info, &gone_op, &gone_errh, &gone_win);
  KINDS(KEEP)
  unmake(&gone_comm, &gone_type, &gone_group, &gone_info, &gone_op, &gone_errh, &gone_win);
  KINDS(RESTORE)
  KINDS(CLEAR)
  memset(numbers, 0, sizeof numbers);
  memset(wide_out, 0, sizeof wide_out);
  memset(counts_out, 0, sizeof counts_out);
  request = MPI_REQUEST_NULL;
}

static void begin_pending(void) {
  static int into;
  MPI_Irecv(&into, 1, MPI_INT, rank, 5, comm, &pending);
  MPI_Send(x, 1, MPI_INT, rank, 5, comm);
}

static void begin_message(void) {
  MPI_Request r;
  MPI_Isend(x, 1, MPI_INT, rank, 6, comm, &r);
  MPI_Mprobe(rank, 6, comm, &message, MPI_STATUS_IGNORE);
  used_message = message;
  MPI_Mrecv(y, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Wait(&r, MPI_STATUS_IGNORE);
  MPI_Mprobe(MPI_PROC_NULL, 6, comm, &message, MPI_STATUS_IGNORE);
}

/* Attributes of objects of one kind, with a key for them. */
#define begin_keys(Kind)                                                                       \
  do {                                                                                         \
    MPI_##Kind##_create_keyval(Kind##_NONE, &some_key, NULL);                                  \
    MPI_##Kind##_set_attr(Kind##_WITH_KEYS, some_key, x);                                      \
  } while (0)
#define end_keys(Kind)                                                                         \
  if (some_key != MPI_KEYVAL_INVALID)                                                          \
  MPI_##Kind##_free_keyval(&some_key)
#define Comm_NONE MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN
#define Type_NONE MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN
#define Win_NONE MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN
#define Comm_WITH_KEYS comm
#define Type_WITH_KEYS MPI_INT
#define Win_WITH_KEYS win

/* `inactive`: the call makes a request that is not active. */
static void done(int rc, int inactive) {
  if (request != MPI_REQUEST_NULL && rc == MPI_SUCCESS)
    (inactive ? MPI_Request_free(&request) : MPI_Wait(&request, MPI_STATUS_IGNORE));
  if (pending != MPI_REQUEST_NULL)
    MPI_Wait(&pending, MPI_STATUS_IGNORE);
  if (persistent != MPI_REQUEST_NULL)
    MPI_Request_free(&persistent);
  if (rc == MPI_SUCCESS)
    unmake(&made_comm, &made_type, &made_group, &made_info, &made_op, &made_errh, &made_win);
  if (rc == MPI_SUCCESS && made_file != MPI_FILE_NULL)
    MPI_File_close(&made_file);
  if (some_file != MPI_FILE_NULL)
    MPI_File_close(&some_file);
  unmake(&some_comm, &some_type, &some_group, &some_info, &some_op, &some_errh, &some_win);
}

static void make_communicators(void) {
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  MPI_Cart_create(comm, 1, grid, places, 0, &cart);
  MPI_Graph_create(comm, 2, ends, others, 0, &graph);
  int other = 1 - rank;
  MPI_Dist_graph_create_adjacent(comm, 1, &other, MPI_UNWEIGHTED, 1, &other, MPI_UNWEIGHTED,
                                 MPI_INFO_NULL, 0, &adjacent);
  MPI_Intercomm_create(MPI_COMM_SELF, 0, comm, other, 3, &inter);
  MPI_Comm_set_errhandler(cart, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(graph, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(adjacent, MPI_ERRORS_RETURN);
  MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
}

static void make_windows(void) {
  MPI_Win_create(memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
  MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &dynamic);
  MPI_Win_allocate_shared(64, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &shared);
  errors_return(win);
  errors_return(dynamic);
  errors_return(shared);
}

static void make_all(const char *name) {
  file_name = name;
  own_part = 1024 * rank;
  MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
  make_communicators();
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  MPI_Group_incl(group, 1, &rank, &own_group);
  MPI_Info_create(&info);
  MPI_Info_set(info, "key", "value");
  open_file(&file);
  make_windows();
  MPI_Type_contiguous(2, MPI_INT, &raw_type);
#define NULL_ONE(Kind, name, NULLS) null_##name = MPI_##NULLS##_NULL;
  KINDS(NULL_ONE)
  MPI_File closed;
  open_file(&gone_file);
  closed = gone_file;
  MPI_File_close(&gone_file);
  gone_file = closed;
  some_file = MPI_FILE_NULL;
  null_message = message = MPI_MESSAGE_NULL;
  pending = persistent = MPI_REQUEST_NULL;
  for (int i = 0; i < 8; i++)
    types[i] = MPI_INT, steps[i] = i;
}

/* Prints the number of each cell before it begins, so that one that ends the program is known.
 */
static void run_cells(void (*const all[])(void), int first, int last) {
  for (int i = first; i < last; i++) {
    fprintf(stderr, "\ncell %d\n", i);
    fflush(stderr);
    all[i]();
  }
  fprintf(stderr, "\ncell %d\n", last);
}
