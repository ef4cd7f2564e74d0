/* hook_pipe.c: pipe() alone. A program that calls it may order its threads by it, which nobody
 * follows (interpose/stack/imports.h): so only programs that call it may have a reference to
 * it, and this is a member of the archive of its own. */
#include <unistd.h>
#include "hook_table.h"

int __real_pipe(int to[2]);
int __wrap_pipe(int to[2]);
int __wrap_pipe(int to[2]) {
  uintptr_t pc = CALLER;
  int done = __real_pipe(to);
  hooks_range(to, HOOKS_STORE, done ? 0 : 2 * sizeof *to, pc);
  return done;
}
