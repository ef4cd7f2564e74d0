#define _GNU_SOURCE
#include "worker.h"
#include <dlfcn.h>
#include <stdlib.h>
#include <unwind.h> /* gcc's */
#include "interpose/base/aside.h"
#include "interpose/base/thread.h"

#define DEPTH 64
#define LEAST 3 /* frames, at least, of a stack that counts as followed to its end */

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

/* Returns whether the kernel made the access in a system call. malloc makes no system call that
 * accesses memory, so malloc is not at work then. */
static int is_call(uintptr_t pc) {
  const unsigned char *before = (const unsigned char *)pc - 2;
  return pc % 4096 >= 2 && before[0] == 0x0f && before[1] == 0x05;
}

enum { UNKNOWN, OWN, OTHERS };

/* A stack that cannot be followed tells nothing. If the access is in libc, the stack is looked
 * at only when malloc is certainly not at work (unwind.h). */
static int judge(uintptr_t at) {
  struct trace t = {.n = 0};
  int first = 0, all = 1;
  if (is_in_libc((const void *)at) && !is_call(at))
    return UNKNOWN;
  _Unwind_Backtrace(add, &t);
  while (first < t.n && (uintptr_t)t.pc[first] - at + 16 > 32) /* our handler */
    first++;
  for (int i = 0; i < t.n; i++)
    if (thread_in_library(t.pc[i]))
      return OTHERS;
  for (int i = first; i < t.n; i++)
    all &= is_in_libc(t.pc[i]);
  return all && t.n - first >= LEAST ? OTHERS : OWN;
}

static __thread int known __attribute__((tls_model("initial-exec")));

void worker_own(void) {
  known = OTHERS;
}

int worker_is_program(uintptr_t pc) {
  /* The handler's own work is the first; in more of it, the access is by what it interrupted.
   */
  if (aside_depth() > 1)
    return 0;
  const struct thread *t = thread_current;
  if (t)
    return !t->depth;
  if (known == UNKNOWN)
    known = judge(pc);
  return known != OTHERS;
}
