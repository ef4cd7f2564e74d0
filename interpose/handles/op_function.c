#include "op_function.h"
#include <stdatomic.h>
#include <string.h>
#include "interpose/arch/function.h"
#include "interpose/base/world.h"
#include "interpose/stack/unwinder.h"
#include "maker.h"

enum { FUNCTIONS = 64, FRAMES = 64 };

/* Of more functions nothing is known. Written in the order in which `count` says it. */
static struct op_function {
  uintptr_t start;
  struct maker maker;
} known[FUNCTIONS];
static _Atomic int count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const struct op_function *find(uintptr_t start) {
  int n = count;
  for (int i = 0; start && i < n; i++)
    if (known[i].start == start)
      return &known[i];
  return NULL;
}

static void add(struct frame *f, uintptr_t start) {
  if (f->rc != MPI_SUCCESS || !start)
    return;
  struct maker maker = misuse_maker(f->thread);
  calls_lock(&lock);
  if (count < FUNCTIONS && !find(start)) {
    known[count] = (struct op_function){start, maker};
    count++;
  }
  calls_unlock(&lock);
}

void op_function_leave_create(struct frame *f) {
  add(f, (uintptr_t)((const struct args_Op_create *)f->args)->user_fn);
}

#if HAS_LARGE
void op_function_leave_create_c(struct frame *f) {
  add(f, (uintptr_t)((const struct args_Op_create_c *)f->args)->user_fn);
}
#endif

static int is_one_of(const char *name, const char *const *names) {
  for (; *names; names++)
    if (!strcmp(name, *names))
      return 1;
  return 0;
}

/* Calls that only prepare communication do not communicate. */
static int communicates(unsigned call) {
  static const struct {
    const char *class, *name;
  } calls[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = {#class, #name},
#include "interpose/mpi/rows.def"
  };
  static const char *const classes[] = {"P2P", "COLL", "RMA", "EPOCH", NULL};
  static const char *const others[] = {"Start",
                                       "Startall",
                                       "Wait",
                                       "Waitall",
                                       "Waitany",
                                       "Waitsome",
                                       "Test",
                                       "Testall",
                                       "Testany",
                                       "Testsome",
                                       "Comm_create",
                                       "Comm_create_group",
                                       "Comm_dup",
                                       "Comm_dup_with_info",
                                       "Comm_idup",
                                       "Comm_split",
                                       "Comm_split_type",
                                       "Intercomm_create",
                                       "Intercomm_merge",
                                       NULL};
  const char *name = calls[call].name;
  if (!name)
    return 0;
  if (is_one_of(name, others))
    return 1;
  return is_one_of(calls[call].class, classes) && !strstr(name, "_init") &&
         !strstr(name, "uffer") && strcmp(name, "Win_sync") != 0;
}

void op_function_called(struct frame *f) {
  void *pc[FRAMES];
  if (!count || !communicates(f->call))
    return;
  int n = unwinder_backtrace(pc, FRAMES);
  for (int i = 0; i + 1 < n; i++) {
    const struct op_function *o = find(function_start((uintptr_t)pc[i] - 1));
    if (o && thread_in_library(pc[i + 1])) { /* else the program calls its function itself */
      misuse_feed_of(f, MISUSE_IN_OPERATION, &o->maker, 0, 0);
      return;
    }
  }
}
