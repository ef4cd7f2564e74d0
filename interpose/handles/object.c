#include "object.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "maker.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/world.h"

struct name {
  uint64_t handle, kind;
};

struct made {
  struct name name;
  struct maker maker; /* when the object is over: the call that has freed it */
  struct made *older; /* the object that had the same handle before */
  UT_hash_handle hh;
};

/* Objects that are over are in a second table, which keeps the last ones. */
#define OVER 4096
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *objects, *over;

/* For each hash of a handle, how many objects that are over have it. So nearly all look-ups end
 * here. */
_Atomic int objects_over;
_Atomic uint16_t object_marks[4096];

static struct name name_of(int kind, const void *handle) {
  struct name n = {0, (uint64_t)kind};
  /* In MPICH a handle is an int, except for the handle of a file, which is a pointer. */
  memcpy(&n.handle, handle, kind == OBJECT_FILE ? sizeof(MPI_File) : sizeof(MPI_Comm));
  return n;
}

static _Atomic uint16_t *mark(const struct name *n) {
  return &object_marks[OBJECT_MARK(n->handle, n->kind)];
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

/* Objects that need not be freed, or that are MPI's own. */
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
  case OBJECT_INFO:
    return IS(Info, MPI_INFO_NULL) || IS(Info, MPI_INFO_ENV);
  default:
    return is_errhandler_of_mpi(handle);
  }
}

/* These calls return objects that are not the program's own, or of a kind that is not freed. */
static int is_lent(unsigned call) {
  return call == CALL_Comm_get_parent || call == CALL_File_get_view ||
         call == CALL_Type_match_size || call == CALL_Type_create_f90_integer ||
         call == CALL_Type_create_f90_real || call == CALL_Type_create_f90_complex ||
         call == CALL_T_cvar_get_info || call == CALL_T_pvar_get_info;
}

static struct made *find_locked(struct made *in, const struct name *name) {
  struct made *o;
  HASH_FIND(hh, in, name, sizeof *name, o);
  return o;
}

static void over_add_locked(struct made *o) {
  if (HASH_COUNT(over) >= OVER) {
    struct made *first = over;
    HASH_DEL(over, first);
    --*mark(&first->name);
    objects_over--;
    free(first);
  }
  HASH_ADD(hh, over, name, sizeof o->name, o);
  ++*mark(&o->name);
  objects_over++;
}

/* Returns NULL if it is not there. */
static struct made *over_take_locked(const struct name *name) {
  struct made *o = *mark(name) ? find_locked(over, name) : NULL;
  if (o) {
    HASH_DEL(over, o);
    --*mark(name);
    objects_over--;
  }
  return o;
}

static void add_locked(struct made *o) {
  o->older = find_locked(objects, &o->name);
  if (o->older)
    HASH_DEL(objects, o->older);
  HASH_ADD(hh, objects, name, sizeof o->name, o);
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
  struct name name = name_of(kind, handle);
  int own = !is_lent(f->call) && !is_none(kind, handle);
  /* Without memory one object less is noted. */
  struct made *o = own ? calloc(1, sizeof *o) : NULL;
  if (own && kind == OBJECT_ERRHANDLER)
    handlers |= handlers_of(f->call);
  if (o) {
    o->name = name;
    o->maker = misuse_maker(f->thread);
  }
  calls_lock(&lock);
  struct made *gone = over_take_locked(&name);
  if (o)
    add_locked(o);
  calls_unlock(&lock);
  free(gone);
}

static int is_made_by(const struct made *o, const struct maker *by) {
  return o->maker.call == by->call && o->maker.thread == by->thread &&
         o->maker.stack == by->stack;
}

/* The handle may have been given to another thread since then, and not by this call. */
void object_unmade(int kind, const void *handle, const struct maker *by) {
  struct name name = name_of(kind, handle);
  calls_lock(&lock);
  struct made *o = find_locked(objects, &name), *newer = NULL;
  while (o && !is_made_by(o, by)) {
    newer = o;
    o = o->older;
  }
  if (o && newer) {
    newer->older = o->older;
  } else if (o) {
    HASH_DEL(objects, o);
    if (o->older)
      HASH_ADD(hh, objects, name, sizeof name, o->older);
  }
  calls_unlock(&lock);
  free(o);
}

int object_over(int kind, const void *handle, struct maker *by) {
  if (!objects_over || !object_marked(kind, handle))
    return 0;
  struct name name = name_of(kind, handle);
  calls_lock(&lock);
  const struct made *o = find_locked(over, &name);
  if (o && by)
    *by = o->maker;
  calls_unlock(&lock);
  return o != NULL;
}

/* Runs before the library frees the object, because after that another thread may get the
 * handle. */
static void freed(struct frame *f, int kind, const void *handle) {
  struct name name = name_of(kind, handle);
  calls_lock(&lock);
  struct made *o = find_locked(objects, &name);
  if (o) {
    HASH_DEL(objects, o);
    if (o->older)
      HASH_ADD(hh, objects, name, sizeof o->name, o->older);
    f->freed = o;
  }
  struct made *end = o && !o->older ? calloc(1, sizeof *end) : NULL;
  if (end) {
    end->name = name;
    end->maker = misuse_maker(f->thread);
    over_add_locked(end);
  }
  calls_unlock(&lock);
}

void object_freed(struct frame *f, int ok) {
  struct made *o = f->freed, *end = NULL;
  if (!ok) {
    calls_lock(&lock);
    end = over_take_locked(&o->name);
    add_locked(o);
    calls_unlock(&lock);
    free(end);
  } else {
    free(o);
  }
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

void objects_finalize(struct frame *f) {
  struct made *o, *next;
  HASH_ITER(hh, objects, o, next)
  for (const struct made *i = o; i && i->name.kind <= OBJECT_FILE; i = i->older)
    misuse_feed_of(f, MISUSE_OBJECT, &i->maker, (int64_t)i->name.kind, 0);
}
