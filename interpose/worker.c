#define _GNU_SOURCE
#include "worker.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <unwind.h> /* gcc's */
#include "thread.h"

#define DEPTH 64
#define LEAST 3 /* frames of a stack that was followed to its end */

static int is_in_libc(const void *pc) {
  struct dl_find_object found, libc;
  return !_dl_find_object((void *)pc, &found) && !_dl_find_object((void *)abort, &libc) &&
         found.dlfo_link_map == libc.dlfo_link_map;
}

struct trace {
  void *pc[DEPTH];
  int n;
};

static _Unwind_Reason_Code add(struct _Unwind_Context *context, void *trace) {
  struct trace *t = trace;
  if (t->n == DEPTH)
    return _URC_END_OF_STACK;
  t->pc[t->n++] = (void *)_Unwind_GetIP(context);
  return _URC_NO_REASON;
}

/* A stack that cannot be followed tells nothing. Such a thread has most often been in libc
 * only, where unwind.h would not look: gcc's unwinder allocates nothing. */
static int works_for_others(uintptr_t at) {
  struct trace t = {.n = 0};
  int first = 0, all = 1;
  _Unwind_Backtrace(add, &t);
  void **pc = t.pc;
  int n = t.n;
  while (first < n && (uintptr_t)pc[first] - at + 16 > 32) /* our handler */
    first++;
  for (int i = 0; i < n; i++)
    if (thread_in_library(pc[i]))
      return 1;
  for (int i = first; i < n; i++)
    all &= is_in_libc(pc[i]);
  return all && n - first >= LEAST;
}

int worker_is_program(uintptr_t pc) {
  enum { UNKNOWN, OWN, OTHERS };
  static __thread int known __attribute__((tls_model("initial-exec")));
  const struct thread *t = thread_current;
  if (t)
    return !t->depth;
  if (known == UNKNOWN)
    known = works_for_others(pc) ? OTHERS : OWN;
  return known == OWN;
}
