#include "object.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#define HASH_NONFATAL_OOM 1
#include <uthash.h>
#include "misuse.h"
#include "mpi_call.h"
#include "world.h"

struct made {
  struct name {
    uint64_t handle, kind;
  } name;
  struct maker maker;
  struct made *older; /* the same handle, given out before */
  UT_hash_handle hh;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct made *objects;

static struct name name_of(int kind, const void *handle, unsigned size) {
  struct name n = {0, (uint64_t)kind};
  memcpy(&n.handle, handle, size);
  return n;
}

#define IS(Type, value) (*(const MPI_##Type *)handle == (value))

/* Nothing that has to be freed. */
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
  default:
    return IS(File, MPI_FILE_NULL);
  }
}

/* What these give is not the program's own, or of a kind that is not to be freed. */
static int is_lent(unsigned call) {
  return call == CALL_Comm_get_parent || call == CALL_File_get_view ||
         call == CALL_Type_match_size || call == CALL_Type_create_f90_integer ||
         call == CALL_Type_create_f90_real || call == CALL_Type_create_f90_complex ||
         call == CALL_T_cvar_get_info || call == CALL_T_pvar_get_info;
}

void object_made(struct frame *f, int kind, const void *handle, unsigned size) {
  if (is_lent(f->call) || is_none(kind, handle))
    return;
  struct made *o = calloc(1, sizeof *o), *older;
  if (!o)
    return; /* a note less */
  o->name = name_of(kind, handle, size);
  o->maker = misuse_maker(f->thread);
  calls_lock(&lock);
  HASH_FIND(hh, objects, &o->name, sizeof o->name, older);
  if (older)
    HASH_DEL(objects, older);
  o->older = older;
  HASH_ADD(hh, objects, name, sizeof o->name, o);
  calls_unlock(&lock);
}

static void freed(int kind, const void *handle, unsigned size) {
  struct name name = name_of(kind, handle, size);
  struct made *o;
  calls_lock(&lock);
  HASH_FIND(hh, objects, &name, sizeof name, o);
  if (o) {
    HASH_DEL(objects, o);
    if (o->older)
      HASH_ADD(hh, objects, name, sizeof o->name, o->older);
  }
  calls_unlock(&lock);
  free(o);
}

#define FREES(Name, kind, argument)                                                            \
  void object_enter_##Name(struct frame *f);                                                   \
  void object_enter_##Name(struct frame *f) {                                                  \
    const struct args_##Name *a = f->args;                                                     \
    if (a->argument)                                                                           \
      freed(kind, a->argument, sizeof *a->argument);                                           \
  }
FREES(Comm_free, OBJECT_COMM, comm)
FREES(Comm_disconnect, OBJECT_COMM, comm)
FREES(Type_free, OBJECT_TYPE, datatype)
FREES(Win_free, OBJECT_WIN, win)
FREES(Group_free, OBJECT_GROUP, group)
FREES(File_close, OBJECT_FILE, fh)

void objects_finalize(struct frame *f) {
  struct made *o, *next;
  HASH_ITER(hh, objects, o, next)
  for (const struct made *i = o; i; i = i->older)
    misuse_feed_of(f, MISUSE_OBJECT, &i->maker, (int64_t)i->name.kind, 0);
}
