/* wrap.c: one wrapper per MPI call. The call is counted, made visible to the watchdog, handed to
 * its hooks (hooks.def) and made. A nested call (an MPI library that calls itself) goes straight
 * through. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include "mpi_call.h"
#include "thread.h"
#include "world.h"

void *mpi_real[CALLS];

typedef void hook(struct frame *f);
#define HOOK(name, enter, leave) extern hook enter, leave;
#undef NULL
#define NULL hook_none
void hook_none(struct frame *f) {
  (void)f;
}
#include "hooks.def"
#undef HOOK

struct hooks {
  hook *enter, *leave;
};
static const struct hooks hooks[CALLS] = {
#define HOOK(name, on_enter, on_leave) [CALL_##name] = {on_enter, on_leave},
#include "hooks.def"
#undef HOOK
};

/* A hook must not be seen by the program: not in errno either. */
static void hook_run(hook *h, struct frame *f) {
  if (!world_checking())
    return;
  int e = errno;
  h(f);
  errno = e;
}

#define ROW(ret, name, class, ...)                                                              \
  static ret wrap_##name(EACH(CALL_PARAM, EACH_COMMA, __VA_ARGS__)) {                           \
    struct thread *t = thread_self();                                                           \
    if (!t || t->depth)                                                                         \
      return REAL(name)(EACH(CALL_ARG, EACH_COMMA, __VA_ARGS__));                               \
    struct args_##name a = {EACH(CALL_ARG, EACH_COMMA, __VA_ARGS__)};                           \
    struct frame f = {CALL_##name, &a, 0, t};                                                   \
    THREAD_ENTER(t, &f);                                                                        \
    if (hooks[CALL_##name].enter)                                                               \
      hook_run(hooks[CALL_##name].enter, &f);                                                   \
    ret r = REAL(name)(EACH(CALL_FIELD_ARG, EACH_COMMA, __VA_ARGS__));                          \
    if (hooks[CALL_##name].leave) {                                                             \
      f.rc = (int)(intptr_t)r;                                                                  \
      hook_run(hooks[CALL_##name].leave, &f);                                                   \
    }                                                                                           \
    thread_leave(t);                                                                            \
    return r;                                                                                   \
  }
#include "../include/calls.def"
#undef ROW

static void *const wrappers[CALLS] = {
#define ROW(ret, name, class, ...) [CALL_##name] = (void *)wrap_##name,
#include "../include/calls.def"
#undef ROW
};

/* Called once by libfencepost.so, whose slots hold the library's own functions so far. */
__attribute__((visibility("default"))) void fencepost_attach(void *mpi, void **slots);
void fencepost_attach(void *mpi, void **slots) {
  char name[128];
  for (unsigned i = 0; i < CALLS; i++) {
    snprintf(name, sizeof name, "P%s", call_name(i));
    mpi_real[i] = dlsym(mpi, name);
    if (mpi_real[i] && wrappers[i])
      slots[i] = wrappers[i];
  }
  world_attach();
}
