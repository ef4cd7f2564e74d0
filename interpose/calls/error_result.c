#define _GNU_SOURCE
#include "error_result.h"
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include "include/error_class.h"
#include "interpose/base/args.h"
#include "interpose/stack/code.h"
#include "interpose/handles/maker.h"
#include "interpose/handles/object.h"
#include "interpose/base/mpi_call.h"
#include "interpose/tracers/shared/spin.h"
#include "interpose/base/world.h"

#define KNOWN 256 /* places */

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct {
  uintptr_t pc;
  int class;
} known[KNOWN];
static int known_count;

static _Atomic int erroneous; /* set once a finding has said that the program is erroneous */

static int is_own(int rc, MPI_Errhandler *handler) {
  int own = rc != MPI_SUCCESS || *handler != MPI_ERRORS_RETURN;
  if (rc == MPI_SUCCESS && own)
    REAL(Errhandler_free)(handler);
  return own;
}

/* Returns whether an error handler of the program may have been told of the error. The
 * arguments do not always show to which object an error belongs: it may belong to a request, or
 * a handle may be wrong, and then the library must not be asked about it. */
static int is_handled(const struct frame *f, int name) {
  const MPI_Comm *comm = args_first(f->call, f->args, SHOW_COMM);
  const MPI_Win *win = args_first(f->call, f->args, SHOW_WIN);
  MPI_Errhandler handler;
  unsigned handlers = object_handlers();
  if (!handlers)
    return 0;
  if (!strncmp(call_name(f->call), "MPI_File_", 9))
    return (handlers & HANDLERS_OF_FILE) != 0;
  if (win && name != ERROR_MPI_ERR_WIN)
    return handlers & HANDLERS_OF_WIN &&
           is_own(REAL(Win_get_errhandler)(*win, &handler), &handler);
  if (!win && comm && name != ERROR_MPI_ERR_COMM)
    return handlers & HANDLERS_OF_COMM &&
           is_own(REAL(Comm_get_errhandler)(*comm, &handler), &handler);
  return 1;
}

/* Codes of one class may differ from call to call (MPICH). */
static int class_of(int code) {
  int class;
  return REAL(Error_class)(code, &class) == MPI_SUCCESS ? class : code;
}

/* Each library has its own numbers for error classes. */
static int name_of(int class) {
  static const int classes[ERROR_CLASSES] = {
#define CLASS(name) [ERROR_##name] = name,
#include "include/error_class.def"
#undef CLASS
  };
  for (int i = 0; i < ERROR_CLASSES; i++)
    if (classes[i] == class)
      return i;
  return ERROR_MPI_ERR_UNKNOWN;
}

/* Returns whether this class of error is new at this place. */
static int is_new(uintptr_t pc, int class) {
  int i = 0;
  pthread_mutex_lock(&lock);
  while (i < known_count && (known[i].pc != pc || known[i].class != class))
    i++;
  int new = i == known_count &&i < KNOWN;
  if (new) {
    known[known_count].pc = pc;
    known[known_count++].class = class;
  }
  pthread_mutex_unlock(&lock);
  return new;
}

void result_found(const struct finding *f) {
  static const enum grade grades[SLUGS] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy)             \
  [SLUG_##id] = grade,
#include "include/findings.def"
#undef FINDING
  };
  erroneous |= grades[f->slug] == ERRONEOUS;
}

static int is_ignored(uintptr_t pc) {
  static result_function *look;
  static int begun;
  uint8_t code[RESULT_BEFORE + RESULT_AFTER];
  size_t before = RESULT_BEFORE;
  if (!begun) {
    look = (result_function *)spin_decoder(RESULT_FUNCTION);
    begun = 1;
  }
  if (!look)
    return 0;
  size_t all = code_around(code, pc, &before, RESULT_AFTER);
  return all && !look(&(struct result_code){pc, pc - before, pc - before + all, code});
}

/* Returns whether the call's purpose is fulfilled in spite of the error, because somebody else
 * did it. */
static int is_so(unsigned call, int class) {
  return call == CALL_File_delete && class == MPI_ERR_NO_SUCH_FILE;
}

void result_failed(struct frame *f, int code) {
  uintptr_t pc = f->thread->registers[REG_CALLER];
  if (f->depth || erroneous)
    return;
  int class = class_of(code), name = name_of(class);
  if (is_so(f->call, class) || !is_new(pc, class) || !is_ignored(pc) || is_handled(f, name))
    return;
  misuse_feed_of(f, MISUSE_RESULT, &(struct maker){.call = (uint16_t)f->call}, name, code);
}

int result_cut(const struct frame *f, int one) {
  if (f->rc == MPI_SUCCESS || f->depth)
    return 0;
  int class = class_of(f->rc);
  if (class == MPI_ERR_IN_STATUS)
    class = class_of(one);
  return class == MPI_ERR_TRUNCATE && is_ignored(f->thread->registers[REG_CALLER]) &&
         !is_handled(f, ERROR_MPI_ERR_TRUNCATE);
}
