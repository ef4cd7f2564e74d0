#include "object.h"
#include <pthread.h>
#include <utlist.h>
#include "include/hash.h"
#include "invalid.h"
#include "keyval.h"
#include "maker.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/store.h"
#include "interpose/base/world.h"

/* A call that has given a handle to the program. */
struct made {
  uint64_t name;
  struct maker maker;
  struct made *older; /* the call that gave the same handle before */
};

/* A handle that a call has given to the program, `made` the last one, or that is over. */
struct handle {
  uint64_t name;
  struct made *made;
  struct maker freed;         /* when it is over: the call that freed it */
  struct handle *prev, *next; /* in the list of handles that are over, the oldest first */
  UT_hash_handle hh;
};

/* How many handles that are over are remembered. */
#define OVER 4096
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct handle *handles, *over;
static struct store handle_store, made_store;

/* For each mark, how many handles that are over have it. So nearly all look-ups end here. */
_Atomic unsigned objects_over;
_Atomic uint16_t object_marks[4096];
static int over_count, over_of[OBJECTS]; /* how many are over: all, and of each kind */

static int kind_of(uint64_t name) {
  return (int)(name % 16);
}

static _Atomic uint16_t *mark(uint64_t name) {
  return &object_marks[OBJECT_MARK(name)];
}

#define IS(Type, value) (*(const MPI_##Type *)handle == (value))

static int is_errhandler_of_mpi(const void *handle) {
#ifdef MPI_ERRORS_ABORT
  if (IS(Errhandler, MPI_ERRORS_ABORT))
    return 1;
#endif
  return IS(Errhandler, MPI_ERRHANDLER_NULL) || IS(Errhandler, MPI_ERRORS_ARE_FATAL) ||
         IS(Errhandler, MPI_ERRORS_RETURN);
}

/* Nothing that has to be freed, or MPI's own. */
static int is_none(int kind, const void *handle) {
  switch (kind) {
  case OBJECT_COMM:
    return IS(Comm, MPI_COMM_NULL);
  case OBJECT_TYPE:
    return IS(Datatype, MPI_DATATYPE_NULL);
  case OBJECT_WIN:
    return IS(Win, MPI_WIN_NULL);
  case OBJECT_GROUP:
    return IS(Group, MPI_GROUP_NULL) || IS(Group, MPI_GROUP_EMPTY);
  case OBJECT_FILE:
    return IS(File, MPI_FILE_NULL);
  case OBJECT_OP:
    return IS(Op, MPI_OP_NULL);
  case OBJECT_MESSAGE:
    return IS(Message, MPI_MESSAGE_NULL) || IS(Message, MPI_MESSAGE_NO_PROC);
  case OBJECT_KEYVAL:
    return IS(Comm, (MPI_Comm)(intptr_t)MPI_KEYVAL_INVALID);
  case OBJECT_INFO:
    return IS(Info, MPI_INFO_NULL) || IS(Info, MPI_INFO_ENV);
  default:
    return is_errhandler_of_mpi(handle);
  }
}

/* What these give is not the program's own, or of a kind that is not to be freed. */
static int is_lent(unsigned call) {
  return call == CALL_Comm_get_parent || call == CALL_File_get_view ||
         call == CALL_Type_match_size || call == CALL_Type_get_value_index ||
         call == CALL_Type_create_f90_integer || call == CALL_Type_create_f90_real ||
         call == CALL_Type_create_f90_complex || call == CALL_T_cvar_get_info ||
         call == CALL_T_pvar_get_info;
}

static struct handle *find_locked(uint64_t name) {
  struct handle *h;
  HASH_FIND(hh, handles, &name, sizeof name, h);
  return h;
}

/* Only a thread that has the lock writes, so no atomic read-modify-write is needed. */
static void over_count_locked(uint64_t name, int more) {
  _Atomic uint16_t *m = mark(name);
  atomic_store_explicit(m, (uint16_t)(*m + more), memory_order_relaxed);
  int kind = kind_of(name);
  over_count += more;
  over_of[kind] += more;
  unsigned bit = OBJECT_BIT(kind), others = objects_over & ~bit;
  atomic_store_explicit(&objects_over, others | (over_of[kind] ? bit : 0),
                        memory_order_relaxed);
}

static void over_remove_locked(struct handle *h) {
  DL_DELETE(over, h);
  over_count_locked(h->name, -1);
}

static void forget_locked(struct handle *h) {
  HASH_DEL(handles, h);
  store_give(&handle_store, h);
}

static void over_add_locked(struct handle *h) {
  if (over_count >= OVER) {
    struct handle *first = over;
    over_remove_locked(first);
    forget_locked(first);
  }
  DL_APPEND(over, h);
  over_count_locked(h->name, 1);
}

static void made_drop_locked(struct made *o) {
  store_give(&made_store, o);
}

/* NULL when memory runs out. */
static struct handle *handle_new_locked(uint64_t name) {
  struct handle *h = store_take(&handle_store, sizeof *h);
  if (!h)
    return NULL;
  h->name = name;
  HASH_ADD(hh, handles, name, sizeof h->name, h);
  if (h->hh.tbl)
    return h;
  store_give(&handle_store, h);
  return NULL;
}

/* When memory runs out, the object is not noted. */
static void add_locked(struct made *o) {
  struct handle *h = find_locked(o->name);
  if (h && !h->made)
    over_remove_locked(h);
  if (!h && !(h = handle_new_locked(o->name))) {
    made_drop_locked(o);
    return;
  }
  o->older = h->made;
  h->made = o;
}

/* The library has given out what is not the program's own: */
static void not_over_locked(uint64_t name) {
  struct handle *h = *mark(name) ? find_locked(name) : NULL;
  if (h && !h->made) {
    over_remove_locked(h);
    forget_locked(h);
  }
}

static _Atomic unsigned handlers;

static unsigned handlers_of(unsigned call) {
  return call == CALL_Win_create_errhandler || call == CALL_Win_get_errhandler ? HANDLERS_OF_WIN
         : call == CALL_File_create_errhandler || call == CALL_File_get_errhandler
             ? HANDLERS_OF_FILE
             : HANDLERS_OF_COMM;
}

unsigned object_handlers(void) {
  return handlers;
}

void object_made(struct frame *f, int kind, const void *handle) {
  uint64_t name = object_name(kind, handle);
  int own = !is_lent(f->call) && !is_none(kind, handle);
  handle_is_valid(kind, handle);
  if (own && kind == OBJECT_OP)
    thread_operations = 1;
  if (own && kind == OBJECT_ERRHANDLER)
    handlers |= handlers_of(f->call);
  struct maker by = {0};
  if (own)
    by = misuse_maker(f->thread);
  calls_lock(&lock);
  struct made *o = own ? store_take(&made_store, sizeof *o) : NULL;
  if (o) {
    *o = (struct made){name, by, NULL};
    add_locked(o);
  } else {
    not_over_locked(name);
  }
  calls_unlock(&lock);
}

static int is_made_by(const struct made *o, const struct maker *by) {
  return o->maker.call == by->call && o->maker.thread == by->thread &&
         o->maker.stack == by->stack;
}

/* Another thread may have been given the handle since, and not by this call. */
void object_unmade(int kind, const void *handle, const struct maker *by) {
  calls_lock(&lock);
  struct handle *h = find_locked(object_name(kind, handle));
  struct made **at = h ? &h->made : NULL, *o;
  while (at && *at && !is_made_by(*at, by))
    at = &(*at)->older;
  if (at && (o = *at)) {
    *at = o->older;
    made_drop_locked(o);
    if (!h->made)
      forget_locked(h);
  }
  calls_unlock(&lock);
}

int object_over(int kind, const void *handle, struct maker *by) {
  if (!objects_over)
    return 0;
  uint64_t name = object_name(kind, handle);
  if (!*mark(name))
    return 0;
  calls_lock(&lock);
  const struct handle *h = find_locked(name);
  int is_over = h && !h->made;
  if (is_over && by)
    *by = h->freed;
  calls_unlock(&lock);
  return is_over;
}

int object_maker(int kind, const void *handle, struct maker *m) {
  calls_lock(&lock);
  const struct handle *h = find_locked(object_name(kind, handle));
  int known = h && h->made;
  if (known)
    *m = h->made->maker;
  calls_unlock(&lock);
  return known;
}

/* Before the library frees it: then another thread may be given the handle. */
static void freed(struct frame *f, int kind, const void *handle) {
  struct maker by = misuse_maker(f->thread);
  calls_lock(&lock);
  struct handle *h = find_locked(object_name(kind, handle));
  struct made *o = h ? h->made : NULL;
  if (o) {
    f->freed = o;
    h->made = o->older;
    h->freed = by;
    if (!h->made)
      over_add_locked(h);
  }
  calls_unlock(&lock);
}

int result_received(int rc) {
  int class = MPI_SUCCESS;
  if (rc != MPI_SUCCESS)
    REAL(Error_class)(rc, &class);
  return class == MPI_SUCCESS || class == MPI_ERR_TRUNCATE;
}

/* A message that was longer than its buffer is received, and its handle is no more. */
void object_freed(struct frame *f, int rc) {
  int ok = result_received(rc);
  calls_lock(&lock);
  if (ok)
    made_drop_locked(f->freed);
  else
    add_locked(f->freed);
  calls_unlock(&lock);
}

#define FREES(Name, kind, argument)                                                            \
  void object_enter_##Name(struct frame *f);                                                   \
  void object_enter_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    if (a->argument)                                                                           \
      freed(f, kind, a->argument);                                                             \
  }
FREES(Comm_free, OBJECT_COMM, comm)
FREES(Comm_disconnect, OBJECT_COMM, comm)
FREES(Type_free, OBJECT_TYPE, datatype)
FREES(Win_free, OBJECT_WIN, win)
FREES(Group_free, OBJECT_GROUP, group)
FREES(File_close, OBJECT_FILE, fh)
FREES(Op_free, OBJECT_OP, op)
FREES(Info_free, OBJECT_INFO, info)
FREES(Errhandler_free, OBJECT_ERRHANDLER, errhandler)

#define FREES_KEY(Name, argument)                                                              \
  void object_enter_##Name(struct frame *f);                                                   \
  void object_enter_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    MPI_Comm handle = a->argument ? keyval_handle(*a->argument) : MPI_COMM_NULL;               \
    if (a->argument)                                                                           \
      freed(f, OBJECT_KEYVAL, &handle);                                                        \
  }
FREES_KEY(Comm_free_keyval, comm_keyval)
FREES_KEY(Type_free_keyval, type_keyval)
FREES_KEY(Win_free_keyval, win_keyval)
FREES_KEY(Keyval_free, keyval)
FREES(Mrecv, OBJECT_MESSAGE, message)
FREES(Imrecv, OBJECT_MESSAGE, message)
#if HAS_LARGE
FREES(Mrecv_c, OBJECT_MESSAGE, message)
FREES(Imrecv_c, OBJECT_MESSAGE, message)
#endif

void objects_finalize(struct frame *f) {
  for (const struct handle *h = handles; h; h = h->hh.next)
    for (const struct made *o = h->made; o; o = o->older)
      misuse_feed_of(f, MISUSE_OBJECT, &o->maker, kind_of(o->name), 0);
}
