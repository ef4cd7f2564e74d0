#include "arguments.h"
#include <string.h>
#include "interpose/base/aside.h"
#include "interpose/base/args.h"
#include "interpose/data/type.h"
#include "interpose/stream/feed.h"
#include "interpose/handles/invalid.h"
#include "significant.h"
#include "walk.h"

static int is_collective(const struct argument_look *w) {
  return w->class == CLASS_COLL || w->class == CLASS_EXT;
}

static int is_communication(const struct argument_look *w) {
  return w->class == CLASS_P2P || is_collective(w) || w->class == CLASS_IO;
}

/* Section 4.2: packing and unpacking take the buffers that a send and a receive take. */
static int moves_data(const struct argument_look *w) {
  return is_communication(w) ||
         (w->class == CLASS_TYPE && strstr(call_name(w->f->call), "ack") != NULL);
}

/* Names of null handles are defined since MPI-4.1. */
static int names_object(unsigned call) {
  return call == CALL_Comm_get_name || call == CALL_Type_get_name || call == CALL_Win_get_name;
}

static int64_t tag_most(const struct comm *c) {
  static _Atomic int64_t most;
  if (!c || !c->id || world.alone)
    return INT32_MAX;
  if (most)
    return most;
  struct aside a = aside_begin();
  most = world_tag_bound();
  aside_end(a);
  return most;
}

/* Other calls on windows look for a null handle themselves (calls/). */
static int is_about_window(unsigned call) {
  switch (call) {
  case CALL_Win_call_errhandler:
  case CALL_Win_delete_attr:
  case CALL_Win_get_attr:
  case CALL_Win_get_errhandler:
  case CALL_Win_get_group:
  case CALL_Win_get_info:
  case CALL_Win_set_attr:
  case CALL_Win_set_errhandler:
  case CALL_Win_set_name:
    return 1;
  default:
    return 0;
  }
}

/* A null handle is not looked for. */
static void check_handle(struct argument_look *w, int kind, const void *handle) {
  if (handle && handle_invalid(kind, handle))
    walk_say(w, ARGUMENT_HANDLE_INVALID, kind, 0);
}

static void check_win(struct argument_look *w, const MPI_Win *win) {
  if (*win == MPI_WIN_NULL && is_about_window(w->f->call))
    walk_say(w, ARGUMENT_WIN, 0, 0);
  check_handle(w, OBJECT_WIN, win);
}

/* The second communicator of MPI_Intercomm_create counts at the leader (section 6.6.2). */
static int is_for_leader(const struct argument_look *w) {
  const struct args_Intercomm_create *a = w->f->args;
  return w->f->call == CALL_Intercomm_create && w->place > 1 &&
         (!w->comm || w->comm->me != a->local_leader);
}

/* Section 6.4.2: MPI_Comm_idup. mpi4py sets the error handler of each such communicator at
 * once: no program can help that, and it does no harm. */
static int is_too_early(const struct argument_look *w, const MPI_Comm *comm) {
  return w->comm && w->comm->coming && comm && w->comm->handle == *comm &&
         w->f->call != CALL_Comm_set_errhandler;
}

static void check_comm(struct argument_look *w, const MPI_Comm *comm) {
  if (is_too_early(w, comm))
    walk_say(w, ARGUMENT_COMM_COMING, 0, 0);
  if (!comm || (w->comm && w->comm->handle == *comm) || is_for_leader(w))
    return;
  if (*comm == MPI_COMM_NULL && !names_object(w->f->call))
    walk_say(w, ARGUMENT_COMM_NULL, 0, 0);
  check_handle(w, OBJECT_COMM, comm);
}

/* `role`: who is meant. */
static void check_rank(struct argument_look *w, int rank, enum role role) {
  w->rank = role;
  if (role == ARG_DEST)
    w->dest = rank;
  else if (role == ARG_SOURCE)
    w->source = rank;
  if (!w->comm || rank == MPI_PROC_NULL)
    return;
  if (rank == MPI_ANY_SOURCE && role == ARG_SOURCE) {
    if (w->comm->assertions & COMM_NO_ANY_SOURCE)
      walk_say(w, ARGUMENT_ASSERTED_SOURCE, 0, 0);
  } else if (rank == MPI_ANY_SOURCE)
    walk_say(w, ARGUMENT_RANK_ANY, 0, 0);
  else if (rank < 0 || rank >= w->comm->remote_size)
    walk_say(w, ARGUMENT_RANK_OUTSIDE, rank, w->comm->remote_size);
}

static void check_root(struct argument_look *w, int root) {
  if (!w->comm || (w->comm->inter && (root == MPI_ROOT || root == MPI_PROC_NULL)))
    return;
  if (root < 0 || root >= w->comm->remote_size)
    walk_say(w, ARGUMENT_ROOT, root, w->comm->remote_size);
}

static void check_tag(struct argument_look *w, int tag) {
  int receives = w->rank == ARG_SOURCE;
  if (tag == MPI_ANY_TAG && !receives)
    walk_say(w, ARGUMENT_TAG_ANY, 0, 0);
  else if (tag == MPI_ANY_TAG && w->comm && w->comm->assertions & COMM_NO_ANY_TAG &&
           w->source != MPI_PROC_NULL)
    walk_say(w, ARGUMENT_ASSERTED_TAG, 0, 0);
  else if ((tag < 0 && tag != MPI_ANY_TAG) || tag > tag_most(w->comm))
    walk_say(w, ARGUMENT_TAG, tag, tag_most(w->comm));
}

/* In collective calls the count belongs to the datatype that comes next. */
static int is_significant(const struct argument_look *w) {
  return !is_collective(w) || significant_data(w->f, w->types);
}

static void check_count(struct argument_look *w, int64_t count) {
  w->count = count;
  w->counts = NULL;
  if (count < 0 && is_significant(w))
    walk_say(w, ARGUMENT_COUNT, count, 0);
}

/* Of an inter-communicator MPI_Reduce_scatter has a count for each process of the own group. */
static int counts_length(const struct argument_look *w) {
  if (strstr(call_name(w->f->call), "educe_scatter"))
    return w->comm->size;
  if (!strstr(call_name(w->f->call), "eighbor"))
    return w->comm->remote_size;
  const struct neighbours *n = comm_neighbours(w->comm);
  return !n ? 0 : w->types ? n->sources : n->destinations;
}

static int64_t count_at(const struct argument_look *w, int i) {
  return w->wide ? ((const MPI_Count *)w->counts)[i] : ((const int *)w->counts)[i];
}

static void check_counts(struct argument_look *w, const void *counts, int wide) {
  w->counts = counts;
  w->wide = wide;
  w->most = 0;
  if (!counts || !w->comm || !is_collective(w) || !is_significant(w))
    return;
  for (int i = 0, n = counts_length(w); i < n && !w->found; i++) {
    int64_t count = count_at(w, i);
    w->most = count > w->most ? count : w->most;
    if (count < 0)
      walk_say(w, ARGUMENT_COUNT, count, i + 1);
  }
}

/* A buffer belongs to the datatype that comes next; where a collective call has one datatype,
 * so do both. */
static void note_buffer(struct argument_look *w, const void *buffer, int receives) {
  if (w->buffers < 2)
    w->data[w->buffers++] = (struct data_argument){
        .buffer = buffer, .place = w->place, .receives = receives, .type = MPI_DATATYPE_NULL};
}

static void note_data(struct argument_look *w, MPI_Datatype type, int significant) {
  for (; w->done < w->buffers; w->done++) {
    struct data_argument *d = &w->data[w->done];
    d->many = w->counts != NULL;
    d->count = d->many ? w->most : w->count;
    d->significant = significant;
    d->type = type;
  }
}

static void check_type(struct argument_look *w, MPI_Datatype type) {
  int significant = is_significant(w);
  unsigned basic;
  note_data(w, type, significant);
  w->types++;
  if (!significant)
    return;
  if (type == MPI_DATATYPE_NULL && !names_object(w->f->call))
    walk_say(w, ARGUMENT_TYPE, 0, 0);
  check_handle(w, OBJECT_TYPE, &type);
  if (moves_data(w) && type_kind(type, &basic) == TYPE_UNCOMMITTED)
    walk_say(w, ARGUMENT_UNCOMMITTED, 0, 0);
}

static void check_type_place(struct argument_look *w, const MPI_Datatype *type) {
  if (type && *type == MPI_DATATYPE_NULL)
    walk_say(w, ARGUMENT_TYPE, 0, 0);
  check_handle(w, OBJECT_TYPE, type);
}

/* A datatype for each process. Where nothing goes between the two, some libraries take any. */
static void check_types_of_processes(struct argument_look *w, const MPI_Datatype *types) {
  if (!types || !w->counts || !w->comm || !is_collective(w) || !is_significant(w))
    return;
  for (int i = 0, n = counts_length(w); i < n && !w->found; i++) {
    int64_t count = count_at(w, i);
    unsigned basic;
    if (count <= 0)
      continue;
    check_type_place(w, &types[i]);
    enum type_kind kind = w->found ? TYPE_UNKNOWN : type_kind(types[i], &basic);
    if (kind == TYPE_UNCOMMITTED)
      walk_say(w, ARGUMENT_UNCOMMITTED, 0, 0);
    else if (kind == TYPE_DERIVED && w->types && type_overlaps(types[i], count))
      walk_say(w, ARGUMENT_OVERLAP, 0, 0);
  }
}

static void check_types(struct argument_look *w, const MPI_Datatype *types) {
  check_types_of_processes(w, types);
  if (w->class == CLASS_TYPE)
    for (int64_t i = 0; types && i < w->count && !w->found; i++)
      check_type_place(w, &types[i]);
  note_data(w, MPI_DATATYPE_NULL, 0);
  w->types++;
}

static int is_key(const struct argument_look *w) {
  size_t n = strlen(w->name);
  return n >= 6 && !strcmp(w->name + n - 6, "keyval");
}

/* Numbers whose meaning their names tell. */
static void check_number(struct argument_look *w, int64_t value) {
  w->number = value;
  static const struct {
    const char *name;
    int what;
  } numbers[] = {{"blocklength", ARGUMENT_COUNT}, {"ndims", ARGUMENT_INVALID},
                 {"indegree", ARGUMENT_INVALID},  {"outdegree", ARGUMENT_INVALID},
                 {"partitions", ARGUMENT_COUNT},  {"insize", ARGUMENT_INVALID},
                 {"outsize", ARGUMENT_INVALID},   {"maxdims", ARGUMENT_INVALID},
                 {"nnodes", ARGUMENT_INVALID}};
  for (size_t i = 0; value < 0 && i < sizeof numbers / sizeof *numbers; i++)
    if (!strcmp(w->name, numbers[i].name))
      walk_say(w, numbers[i].what, value, 0);
  if (value < 0 && !strcmp(w->name, "n") && (w->class == CLASS_GROUP || w->class == CLASS_INFO))
    walk_say(w, ARGUMENT_INVALID, value, 0);
  if (value == MPI_KEYVAL_INVALID && is_key(w))
    walk_say(w, ARGUMENT_KEY, 0, 0);
}

static void check_numbers(struct argument_look *w, const int *values) {
  if (!values)
    walk_list(w);
  if (strcmp(w->name, "array_of_blocklengths") != 0)
    return;
  for (int64_t i = 0; values && i < w->count && !w->found; i++)
    if (values[i] < 0)
      walk_say(w, ARGUMENT_COUNT, values[i], i + 1);
}

static void check_null(struct argument_look *w, int is_null, int object, const void *handle) {
  if (is_null)
    walk_say(w, ARGUMENT_HANDLE_NULL, object, 0);
  check_handle(w, object, handle);
}

static void check_op(struct argument_look *w, const MPI_Op *op) {
  if (op && *op == MPI_OP_NULL)
    walk_say(w, ARGUMENT_OP_NULL, 0, 0);
  check_handle(w, OBJECT_OP, op);
}

/* MPI_FILE_NULL has the error handler of files to come. */
static void check_file(struct argument_look *w, const MPI_File *file) {
  check_null(w,
             *file == MPI_FILE_NULL && w->f->call != CALL_File_get_errhandler &&
                 w->f->call != CALL_File_set_errhandler,
             OBJECT_FILE, file);
}

/* Only calls that give, ask or change an info object need one. */
static void check_info(struct argument_look *w, const MPI_Info *info) {
  check_null(w, *info == MPI_INFO_NULL && w->class == CLASS_INFO, OBJECT_INFO, info);
}

/* MPI_IN_PLACE takes the place of the send buffer, or of the root's receive buffer in scatters
 * (chapter 5); never with inter-communicators, nor among neighbours. */
static int may_be_in_place(const struct argument_look *w, const struct data_argument *d) {
  const char *call = call_name(w->f->call);
  if (!is_collective(w) || (w->comm && w->comm->inter) || strstr(call, "eighbor") ||
      strstr(call, "cast"))
    return 0;
  if (d->receives)
    return strstr(call, "catter") && !strstr(call, "educe") && significant_root(w->f);
  return !(strstr(call, "catter") && !strstr(call, "educe")) && significant_root(w->f);
}

/* Data of predefined datatypes lie at the buffer itself. */
static int needs_memory(const struct argument_look *w, const struct data_argument *d) {
  unsigned basic;
  int peer = d->receives ? w->source : w->dest;
  /* Of an inter-communicator one group sends and the other receives; there may be no
   * neighbours. */
  if (d->buffer || (is_collective(w) &&
                    (!w->comm || w->comm->inter || strstr(call_name(w->f->call), "eighbor"))))
    return 0;
  return d->significant && !d->many && d->count > 0 &&
         (w->class != CLASS_P2P || peer != MPI_PROC_NULL) &&
         (is_collective(w) || w->class == CLASS_P2P) &&
         type_kind(d->type, &basic) == TYPE_PREDEFINED;
}

/* The receive buffer of a reduction counts at some processes only. */
static int is_read(const struct argument_look *w, const struct data_argument *d) {
  return !d->receives || w->types > 1 || !is_collective(w) || significant_result(w->f);
}

/* Section 4.1.11: no byte is received twice. Of several blocks of one datatype the largest one
 * overlaps itself if any does; of the counts of MPI_Reduce_scatter only one is for this
 * process.
 */
static int has_overlaps(const struct argument_look *w, const struct data_argument *d) {
  unsigned basic;
  if (!moves_data(w))
    return 0;
  if (!d->significant || d->count <= 0 || type_is_none(d->type) ||
      type_kind(d->type, &basic) != TYPE_DERIVED ||
      (d->many && strstr(call_name(w->f->call), "educe_scatter")))
    return 0;
  return type_overlaps(d->type, d->count);
}

static void check_buffers(struct argument_look *w) {
  for (int i = 0; i < w->buffers && !w->found; i++) {
    const struct data_argument *d = &w->data[i];
    w->place = d->place;
    if (d->buffer == MPI_IN_PLACE && w->class != CLASS_IO && (w->comm || !is_collective(w)) &&
        !may_be_in_place(w, d))
      walk_say(w, ARGUMENT_IN_PLACE, 0, 0);
    else if (d->receives && is_read(w, d) && has_overlaps(w, d))
      walk_say(w, ARGUMENT_OVERLAP, 0, 0);
    else if (needs_memory(w, d) && is_read(w, d))
      walk_say(w, ARGUMENT_BUFFER_NULL, d->count, 0);
  }
}

#define VALUE(type) (*(const type *)value)
/* A place for a result, and a list. */
#define PLACE(X, role) X(role, if (!VALUE(void *)) walk_result(w))
#define LIST(X, role) X(role, if (!VALUE(void *)) walk_list(w))
#define IS_NULL(handle, null) ((handle) && *(handle) == (null))
/* For a role that is a handle, and for one that is a place of it. */
#define NEEDED(X, role, Type, kind, null)                                                      \
  X(role, check_null(w, VALUE(Type) == (null), kind, value))                                   \
  X(role##_IO, check_null(w, IS_NULL(VALUE(Type *), null), kind, VALUE(Type *)))

/* What is looked at, by role. Other roles are taken as they are. */
#define LOOKS(X)                                                                               \
  X(COMM, check_comm(w, value))                                                                \
  X(COMM_IO, check_comm(w, VALUE(MPI_Comm *)))                                                 \
  X(DEST, check_rank(w, VALUE(int), ARG_DEST))                                                 \
  X(SOURCE, check_rank(w, VALUE(int), ARG_SOURCE))                                             \
  X(ROOT, check_root(w, VALUE(int)))                                                           \
  X(TAG, check_tag(w, VALUE(int)))                                                             \
  X(COUNT, check_count(w, VALUE(int)))                                                         \
  X(COUNT_L, check_count(w, VALUE(MPI_Count)))                                                 \
  X(COUNTS, check_counts(w, VALUE(void *), 0))                                                 \
  IF_HAS(LARGE, X(COUNTS_L, check_counts(w, VALUE(void *), 1)))                                \
  IF_HAS(LARGE, X(LONG, check_number(w, VALUE(MPI_Count))))                                    \
  X(SBUF, note_buffer(w, VALUE(void *), 0))                                                    \
  X(IOBUF, note_buffer(w, VALUE(void *), 0))                                                   \
  X(RBUF, note_buffer(w, VALUE(void *), 1))                                                    \
  X(TYPE, check_type(w, VALUE(MPI_Datatype)))                                                  \
  X(TYPE_IO, check_type_place(w, VALUE(MPI_Datatype *)))                                       \
  X(TYPES, check_types(w, VALUE(MPI_Datatype *)))                                              \
  X(OP, walk_op(w, VALUE(MPI_Op)))                                                             \
  X(OP_IO, check_op(w, VALUE(MPI_Op *)))                                                       \
  NEEDED(X, GROUP, MPI_Group, OBJECT_GROUP, MPI_GROUP_NULL)                                    \
  X(FILE, check_file(w, value))                                                                \
  X(FILE_IO,                                                                                   \
    check_null(w, IS_NULL(VALUE(MPI_File *), MPI_FILE_NULL), OBJECT_FILE, VALUE(MPI_File *)))  \
  NEEDED(X, ERRH, MPI_Errhandler, OBJECT_ERRHANDLER, MPI_ERRHANDLER_NULL)                      \
  X(INFO, check_info(w, value))                                                                \
  X(INFO_IO,                                                                                   \
    check_null(w, IS_NULL(VALUE(MPI_Info *), MPI_INFO_NULL), OBJECT_INFO, VALUE(MPI_Info *)))  \
  X(WIN, check_win(w, value))                                                                  \
  X(WIN_IO, check_handle(w, OBJECT_WIN, VALUE(MPI_Win *)))                                     \
  X(MESSAGE_IO, check_null(w, IS_NULL(VALUE(MPI_Message *), MPI_MESSAGE_NULL), OBJECT_MESSAGE, \
                           VALUE(MPI_Message *)))                                              \
  X(INT, check_number(w, VALUE(int)))                                                          \
  X(INTS, check_numbers(w, VALUE(int *)))                                                      \
  LIST(X, AINTS)                                                                               \
  LIST(X, RANGES)                                                                              \
  LIST(X, REQUESTS)                                                                            \
  PLACE(X, ADDR_OUT)                                                                           \
  PLACE(X, AINT_OUT)                                                                           \
  PLACE(X, COMM_OUT)                                                                           \
  PLACE(X, ERRH_OUT)                                                                           \
  PLACE(X, FILE_OUT)                                                                           \
  PLACE(X, FLAG_OUT)                                                                           \
  PLACE(X, GROUP_OUT)                                                                          \
  PLACE(X, INFO_OUT)                                                                           \
  PLACE(X, INT_OUT)                                                                            \
  PLACE(X, LONG_OUT)                                                                           \
  PLACE(X, MESSAGE_OUT)                                                                        \
  PLACE(X, OFFSET_OUT)                                                                         \
  PLACE(X, OP_OUT)                                                                             \
  PLACE(X, REQUEST_IO)                                                                         \
  PLACE(X, REQUEST_OUT)                                                                        \
  PLACE(X, TYPE_OUT)                                                                           \
  PLACE(X, WIN_OUT)                                                                            \
  X(STATUS, walk_status(w, VALUE(MPI_Status *), 0))                                            \
  X(STATUS_IN, walk_status(w, VALUE(MPI_Status *), 1))

typedef void looker(struct argument_look *w, const void *value);
#define LOOK_FUNCTION(role, body)                                                              \
  static void look_at_##role(struct argument_look *w, const void *value) {                     \
    body;                                                                                      \
  }
LOOKS(LOOK_FUNCTION)
#define LOOK_ROW(role, body) [ARG_##role] = look_at_##role,
static looker *const lookers[ARGUMENT_ROLES] = {LOOKS(LOOK_ROW)};

typedef void walker(struct argument_look *w, const void *args);

#define LOOK(role, argument)                                                                   \
  w->place++;                                                                                  \
  w->name = #argument;                                                                         \
  if (lookers[ARG_##role])                                                                     \
    lookers[ARG_##role](w, &a->argument);
#define ROW(ret, name, class, ...)                                                             \
  static void walk_##name(struct argument_look *w, const void *args) {                         \
    const struct args_##name *a = args;                                                        \
    (void)w;                                                                                   \
    (void)a;                                                                                   \
    EACH(LOOK, EACH_NOTHING, __VA_ARGS__)                                                      \
  }
#include "interpose/mpi/rows.def"

static const struct {
  walker *walk;
  enum row_class class;
} calls[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = {walk_##name, CLASS_##class},
#include "interpose/mpi/rows.def"
};

/* Arguments that only the root has to give. And MPI_Abort, which ends the program whatever it
 * is given. */
static int is_left_out(unsigned call) {
  return call == CALL_Comm_spawn || call == CALL_Comm_spawn_multiple ||
         call == CALL_Comm_accept || call == CALL_Comm_connect || call == CALL_Abort;
}

static struct comm *comm_of(const struct frame *f) {
  const MPI_Comm *handle = args_first(f->call, f->args, SHOW_COMM);
  return handle && *handle != MPI_COMM_NULL ? comm_find(*handle) : NULL;
}

static struct argument_look look_begin(struct frame *f) {
  return (struct argument_look){.f = f,
                                .class = calls[f->call].class,
                                .comm = comm_of(f),
                                .count = -1,
                                .dest = MPI_PROC_NULL,
                                .source = MPI_PROC_NULL,
                                .rank = ARG_DEST};
}

void arguments_check(struct frame *f) {
  if (is_left_out(f->call) || !calls[f->call].walk)
    return;
  struct argument_look w = look_begin(f);
  calls[f->call].walk(&w, f->args);
  if (!w.found)
    check_buffers(&w);
  if (!w.found)
    walk_call(&w);
}

void arguments_check_handles(struct frame *f) {
  struct argument_look w = look_begin(f);
  w.handles_only = 1;
  if (!f->depth)
    calls[f->call].walk(&w, f->args);
}
