/* handles.c: finds handles of freed objects among the arguments of any call, by the roles of
 * calls.def. In callbacks MPI itself gives the program handles of objects that were freed but
 * that operations under way still need. So calls in callbacks are not looked at. */
#include <string.h>
#include "interpose/base/args.h"
#include "interpose/base/aside.h"
#include "interpose/arguments/significant.h"
#include "interpose/handles/comm.h"
#include "interpose/handles/maker.h"
#include "interpose/base/mpi_call.h"
#include "interpose/handles/object.h"
#include "interpose/base/world.h"

/* A walk through the arguments of one call, from the first to the last. */
struct handle_walk {
  struct frame *f;
  int collective, found;
  int types;          /* datatypes so far */
  const void *counts; /* the last array of counts, */
  int wide;           /* of large counts */
  int64_t count;      /* the last count that is a number */
};

static void check(struct handle_walk *w, int kind, const void *handle) {
  struct maker by;
  if (w->found || !handle || !object_marked(kind, handle) || !object_over(kind, handle, &by))
    return;
  w->found = 1;
  struct aside a = aside_begin();
  misuse_feed_of(w->f, kind == OBJECT_WIN ? MISUSE_WINDOW : MISUSE_HANDLE, &by, kind, 0);
  aside_end(a);
}

static int is_significant(const struct handle_walk *w) {
  return !w->collective || significant_data(w->f, w->types);
}

static void check_type(struct handle_walk *w, const void *handle) {
  if (object_marked(OBJECT_TYPE, handle) && is_significant(w))
    check(w, OBJECT_TYPE, handle);
  w->types++;
}

/* For an array of datatypes: an argument of a constructor, or of a collective call with counts
 * (not those by neighbour). */
static void check_types(struct handle_walk *w, const MPI_Datatype *types) {
  struct aside a = aside_begin();
  const MPI_Comm *handle = args_first(w->f->call, w->f->args, SHOW_COMM);
  const struct comm *c = handle ? comm_find(*handle) : NULL;
  int64_t n = !w->collective ? w->count : c ? c->remote_size : 0;
  if (w->collective && (!is_significant(w) || strstr(call_name(w->f->call), "eighbor")))
    n = 0;
  for (int64_t i = 0; types && i < n; i++)
    if (!w->collective || !w->counts ||
        (w->wide ? ((const MPI_Count *)w->counts)[i] : ((const int *)w->counts)[i]) > 0)
      check(w, OBJECT_TYPE, &types[i]);
  w->types++;
  aside_end(a);
}

#define IS(role, name) !__builtin_strcmp(#role, name)
#define IS_ANY(role, name) (IS(role, name) || IS(role, name "_IO"))
/* What else is looked at; numbered after the kinds of objects. */
enum {
  LOOK_COUNT = OBJECTS,
  LOOK_COUNT_L,
  LOOK_COUNTS,
  LOOK_COUNTS_L,
  LOOK_TYPES,
  LOOK_NOTHING
};
#define WHAT(role)                                                                             \
  (IS_ANY(role, "COMM")     ? OBJECT_COMM                                                      \
   : IS_ANY(role, "TYPE")   ? OBJECT_TYPE                                                      \
   : IS_ANY(role, "WIN")    ? OBJECT_WIN                                                       \
   : IS_ANY(role, "GROUP")  ? OBJECT_GROUP                                                     \
   : IS_ANY(role, "FILE")   ? OBJECT_FILE                                                      \
   : IS_ANY(role, "OP")     ? OBJECT_OP                                                        \
   : IS_ANY(role, "INFO")   ? OBJECT_INFO                                                      \
   : IS_ANY(role, "ERRH")   ? OBJECT_ERRHANDLER                                                \
   : IS(role, "MESSAGE_IO") ? OBJECT_MESSAGE                                                   \
   : IS(role, "COUNT")      ? LOOK_COUNT                                                       \
   : IS(role, "COUNT_L")    ? LOOK_COUNT_L                                                     \
   : IS(role, "COUNTS")     ? LOOK_COUNTS                                                      \
   : IS(role, "COUNTS_L")   ? LOOK_COUNTS_L                                                    \
   : IS(role, "TYPES")      ? LOOK_TYPES                                                       \
                            : LOOK_NOTHING)
/* The argument points to the handle. */
#define IS_PLACE(role) (sizeof(#role) > 3 && IS_END(&#role[sizeof(#role) - 4], "_IO"))
#define IS_END(end, text) !__builtin_strcmp(end, text)

static inline void look(struct handle_walk *w, int what, int place, const void *argument) {
  const void *handle = place ? *(const void *const *)argument : argument;
  switch (what) {
  case LOOK_COUNT:
    w->count = *(const int *)argument;
    return;
  case LOOK_COUNT_L:
    w->count = *(const MPI_Count *)argument;
    return;
  case LOOK_COUNTS:
  case LOOK_COUNTS_L:
    w->counts = *(const void *const *)argument;
    w->wide = what == LOOK_COUNTS_L;
    return;
  case LOOK_TYPES:
    check_types(w, *(const MPI_Datatype *const *)argument);
    return;
  case OBJECT_TYPE:
    if (handle)
      check_type(w, handle);
    return;
  default:
    check(w, what, handle);
  }
}

#define LOOK(role, name)                                                                       \
  if (WHAT(role) != LOOK_NOTHING)                                                              \
    look(w, WHAT(role), IS_PLACE(role), &a->name);

typedef void looker(struct handle_walk *w, const void *args);

#define ROW(ret, name, class, ...)                                                             \
  static void look_##name(struct handle_walk *w, const void *args) {                           \
    const struct args_##name *a = args;                                                        \
    (void)w;                                                                                   \
    (void)a;                                                                                   \
    EACH(LOOK, EACH_NOTHING, __VA_ARGS__)                                                      \
  }
#include "interpose/mpi/rows.def"

/* A program may ask for a handle's number at any time; and we cannot know what a variable of
 * the tool interface is bound to. */
static const struct {
  looker *look;
  char collective;
} calls[CALLS] = {
#define ROW(ret, name, class, ...)                                                             \
  [CALL_##name] = {IS(class, "F2C") || IS(class, "TOOL") ? NULL : look_##name,                 \
                   IS(class, "COLL") || IS(class, "EXT")},
#include "interpose/mpi/rows.def"
};

/* Other arguments that only the root has to give. */
static int is_left_out(unsigned call) {
  return call == CALL_Comm_spawn || call == CALL_Comm_spawn_multiple ||
         call == CALL_Comm_accept || call == CALL_Comm_connect;
}

/* Only the leader of a group has to give the communicator of both leaders (section 6.6.2). */
static void look_at_leaders(struct handle_walk *w) {
  const struct args_Intercomm_create *a = w->f->args;
  const struct comm *c = comm_find(a->local_comm);
  check(w, OBJECT_COMM, &a->local_comm);
  if (c && c->me == a->local_leader)
    check(w, OBJECT_COMM, &a->peer_comm);
}

/* This runs at every call after the first object was freed. So only what finds something runs
 * aside (aside.h). */
void handles_check(struct frame *f) {
  struct handle_walk w = {.f = f, .collective = calls[f->call].collective};
  if (f->call == CALL_Intercomm_create)
    look_at_leaders(&w);
  else if (calls[f->call].look && !is_left_out(f->call))
    calls[f->call].look(&w, f->args);
}
