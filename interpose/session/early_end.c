#define _GNU_SOURCE
#include "early_end.h"
#include <dlfcn.h>
#include <link.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "interpose/agreement/agreement.h"
#include "interpose/agreement/letters.h"
#include "interpose/base/args.h"
#include "interpose/base/aside.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/trace.h"
#include "interpose/base/world.h"
#include "interpose/calls/receive.h"
#include "interpose/files/file_log.h"
#include "interpose/handles/rendezvous_kept.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/loaded.h"
#include "interpose/stack/stack.h"
#include "interpose/stack/unwinder.h"
#include "interpose/tracers/tracers.h"
#include "crash.h"
#include "door.h"
#include "finish.h"
#include "together.h"
#include "window_history.h"

enum { FRAMES = 32 };

static struct {
  pid_t pid;
  const char *how; /* by which function */
  int code;        /* what that was called with */
  unsigned call;   /* that has initialised MPI */
  uint32_t stack;
} process = {.how = "exit"};

/* Between the end and who wants it: the handlers of exit, and what the loader does then. */
static int is_between(const char *path) {
  const char *name = strrchr(path, '/');
  return name && (!strncmp(name, "/libc.so", 8) || !strncmp(name, "/ld-", 4) ||
                  !strncmp(name, "/libfencepost", 13));
}

/* A handler of errors or a user-defined operation of the program may call exit, too, while the
 * thread is in a call. */
static int by_library(void) {
  void *pc[FRAMES];
  int n = unwinder_backtrace(pc, FRAMES);
  for (int i = 0; i < n; i++) {
    struct dl_phdr_info info;
    if (loaded_at((uintptr_t)pc[i], &info, NULL))
      return 0;
    if (!is_between(info.dlpi_name))
      return real_module(info.dlpi_name) != 0;
  }
  return 0;
}

/* Returns the call that the thread is in, if the MPI library ends the process there, else
 * NULL. MPI_Abort tells of itself. */
static json_t *failed_call(void) {
  struct thread *t = thread_current;
  char text[512];
  if (!t || !t->depth || t->call >= CALLS || t->call == CALL_Abort || !by_library())
    return NULL;
  uint32_t stack = stack_capture(t);
  args_text(t->call, t->args, text, sizeof text);
  stack_define(stack);
  return json_pack("{s:s, s:s, s:i, s:I, s:b}", "call", call_name(t->call), "args", text,
                   "thread", t->number, "stack", (json_int_t)stack, "displaced",
                   world.displaced);
}

static void end_early(json_t *failed) {
  char hint[64];
  world_state = WORLD_OFF;
  if (failed)
    receive_failing(thread_current);
  arrivals_write();
  window_history_now();
  agreement_write();
  letters_write();
  file_log_write();
  together_note();
  journal_counts(world.journal);
  journal_gaps(world.journal, check_gaps(world.check));
  tracers_end();
  order_end();
  stack_define(process.stack);
  world_note(json_pack("{s:s, s:s, s:i, s:s, s:I, s:o*}", "record", "exit", "how", process.how,
                       "code", process.code, "init", call_name(process.call), "stack",
                       (json_int_t)process.stack, "failed", failed));
  trace_close();
  snprintf(hint, sizeof hint, "%s was called before MPI_Finalize", process.how);
  finish_hint(failed ? "an MPI call failed" : hint);
}

static int is_checked(void) {
  return world_state == WORLD_ON && getpid() == process.pid;
}

/* Not as a handler of exit: those of objects that live as long as the program come later if
 * they were registered before MPI_Init, and MPI_Finalize is often in the destructor of such an
 * object. */
__attribute__((destructor)) static void at_exit(void) {
  door_end();
  if (!is_checked())
    return;
  crash_ask_handler();
  end_early(failed_call());
}

static void exit_called(int code, void *unused) {
  (void)unused;
  process.code = code;
}

/* The MPI library seems to end the process for an error. Often no handlers of exit run then. */
static void on_fatal(int code) {
  struct aside a = aside_begin();
  json_t *failed = is_checked() ? failed_call() : NULL;
  if (failed) {
    process.code = code;
    if (!world.alone)
      crash_ask_all();
    end_early(failed);
  }
  aside_end(a);
}

/* An end at which no handlers of exit run. */
static struct {
  _Atomic int begun;
  int code;
  const char *how;
  const void *caller;
} at_once;

/* In the watchdog. A library ends the process for a reason that is not the program's. */
static void tell_at_once(void) {
  struct dl_phdr_info info;
  if (world_state != WORLD_ON ||
      (!loaded_at((uintptr_t)at_once.caller, &info, NULL) && real_module(info.dlpi_name)))
    return;
  world_state = WORLD_OFF;
  world_lock(); /* until what was begun with the lock is done */
  world_unlock();
  process.how = at_once.how;
  process.code = at_once.code;
  end_early(NULL);
}

static void on_end(int code, const char *how, const void *caller) {
  if (!is_checked())
    return;
  if (!atomic_exchange(&at_once.begun, 1)) {
    at_once.code = code;
    at_once.how = how;
    at_once.caller = caller;
  }
  crash_ask_end(tell_at_once);
}

void early_end_initialised(unsigned call, uint32_t stack) {
  process.call = call;
  process.stack = stack;
}

void early_end_begin(void) {
  process.pid = getpid();
  on_exit(exit_called, NULL);
}

void early_end_attach(void *mpi, struct hooks_calls *calls) {
  calls->next_fatal = (hooks_fatal *)dlsym(mpi, "ompi_mpi_abort");
  calls->fatal = on_fatal;
  calls->end = on_end;
}
