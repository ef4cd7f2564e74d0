#include "misplaced.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "interpose/base/call_watch.h"
#include "interpose/base/world.h"
#include "interpose/stack/stack.h"
#include "report/journal/launched.h"

enum { MISPLACED_MOST = 8 };

static int ended, told;
/* Until MPI_Init there is no journal. A call that comes too early has one of its own, because
 * the library will probably end the process in it. If not, the call is told of again. */
static char early_path[4096];
static struct early {
  unsigned call;
  int thread;
  uint32_t stack;
} early;

/* Section 8.7 of MPI-3.1, and 11.4.1 of MPI-4.0, which allows more. Nobody asks for the time
 * wrongly. */
static int is_allowed(unsigned call) {
  static const struct {
    const char *class, *name;
  } calls[CALLS] = {
#define CALL(ret, name, class, ...) [CALL_##name] = {#class, #name},
#define CALL_MPIX(ret, name, class, ...) [CALL_X_##name] = {"TOOL", #name},
#include "include/calls.def"
  };
  static const char *const names[] = {
      "Initialized", "Finalized",       "Get_version",     "Get_library_version",
      "Init",        "Init_thread",     "Wtime",           "Wtick",
      "Pcontrol",    "Add_error_class", "Add_error_code",  "Add_error_string",
      "Error_class", "Error_string",    "Errhandler_free", "Abort"};
  static const char *const classes[] = {"TOOL", "INFO", "F2C"};
  if (call >= CALLS || !calls[call].name || !strncmp(calls[call].name, "Session", 7))
    return 1;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (!strcmp(calls[call].class, classes[i]))
      return 1;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (!strcmp(calls[call].name, names[i]))
      return !ended || strncmp(names[i], "Init", 4) || !strcmp(names[i], "Initialized");
  return 0;
}

static void tell(const char *when, unsigned call, int thread, uint32_t stack) {
  if (!world.journal || told++ >= MISPLACED_MOST)
    return;
  stack_define(stack);
  world_note(json_pack("{s:s, s:s, s:s, s:i, s:I}", "record", "misplaced", "when", when, "call",
                       call_name(call), "thread", thread, "stack", (json_int_t)stack));
}

/* A journal with the least that makes one. */
static void begin_early(void) {
  const char *dir = getenv("FENCEPOST_DIR");
  static const char name[] = "0000000000000001"; /* the world that is not there yet */
  int rank = 0, size;
  if (!dir || !*dir)
    return;
  launched_as(&rank, &size);
  snprintf(early_path, sizeof early_path, "%s/rank-%s-%d.jsonl", dir, name, rank);
  world.journal = journal_open(dir, name, rank);
  if (world.journal)
    world_note(json_pack("{s:s, s:i, s:s, s:i, s:i, s:i, s:s, s:s}", "record", "start",
                         "version", JOURNAL_VERSION, "world", name, "rank", rank, "size", size,
                         "pid", (int)getpid(), "mpi", "", "trace", "mpi"));
}

void misplaced_look(struct frame *f) {
  if (f->depth || is_allowed((unsigned)f->call))
    return;
  uint32_t stack = stack_capture(f->thread);
  if (ended) {
    tell("after", (unsigned)f->call, f->thread->number, stack);
    return;
  }
  if (early.stack)
    return;
  early = (struct early){(unsigned)f->call, f->thread->number, stack};
  begin_early();
  tell("before", early.call, early.thread, early.stack);
  journal_close(world.journal);
  world.journal = NULL;
}

void misplaced_began(void) {
  watch_before &= ~WATCH_MISPLACED;
  if (!early.stack)
    return;
  unlink(early_path);
  stack_define_again(early.stack);
  told = 0;
  tell("before", early.call, early.thread, early.stack);
}

void misplaced_ended(void) {
  watch_before |= WATCH_MISPLACED;
  ended = 1;
}

void misplaced_again(struct frame *f) {
  tell("again", (unsigned)f->call, f->thread->number, stack_capture(f->thread));
}
