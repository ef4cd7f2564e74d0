#define _GNU_SOURCE
#include "door.h"
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include "crash.h"
#include "interpose/arch/context.h"
#include "interpose/arch/own_call.h"
#include "interpose/base/aside.h"
#include "interpose/base/call_watch.h"
#include "interpose/base/mpi_call.h"
#include "interpose/base/spin_flag.h"
#include "interpose/base/world.h"
#include "interpose/stack/loaded.h"

int door_on;

static struct { uintptr_t lo, hi; } code;
static atomic_flag lock = ATOMIC_FLAG_INIT;
static int inside; /* threads */
static __thread int is_inside __attribute__((tls_model("initial-exec")));
static atomic_int passed; /* the program has called the library itself */

static hooks_target *_Atomic *target_hook;

void door_attach(hooks_target *_Atomic *hook) {
  target_hook = hook;
}

static int is_code(uintptr_t at) {
  return at >= code.lo && at < code.hi;
}

static void on_target(const void *function) {
  if (is_code((uintptr_t)function))
    passed = 1;
}

static void executable(int can) {
  own_protect(code.lo, code.hi - code.lo, can ? PROT_READ | PROT_EXEC : PROT_READ);
}

/* Returns whether the segment that has the library's functions was found. */
static int find_code(void) {
  uintptr_t page = 4095, function = (uintptr_t)mpi_real[CALL_Init];
  struct dl_phdr_info info;
  if (loaded_at(function, &info, NULL))
    return 0;
  for (int i = 0; i < info.dlpi_phnum; i++) {
    const ElfW(Phdr) *p = &info.dlpi_phdr[i];
    uintptr_t at = info.dlpi_addr + p->p_vaddr;
    if (p->p_type != PT_LOAD || !(p->p_flags & PF_X) || function < at ||
        function >= at + p->p_memsz)
      continue;
    code.lo = at & ~page;
    code.hi = (at + p->p_memsz + page) & ~page;
    return !(p->p_flags & PF_W);
  }
  return 0;
}

void door_begin(void) {
  if (!find_code() || !crash_keep())
    return;
  *target_hook = on_target;
  inside = is_inside = 1; /* in MPI_Init */
  watch_before |= WATCH_DOOR;
  watch_after |= WATCH_DOOR;
  door_on = 1;
}

void door_open(void) {
  if (door_on && !is_inside) {
    spin_take(&lock);
    if (!inside++)
      executable(1);
    is_inside = 1;
    spin_leave(&lock);
  }
  if (passed && world_state == WORLD_ON) {
    struct aside a = aside_begin();
    world_off("the program has called the MPI library past the checker", 0);
    aside_end(a);
  }
}

void door_close(void) {
  if (world_state != WORLD_ON)
    door_end();
  if (!door_on || !is_inside)
    return;
  spin_take(&lock);
  is_inside = 0;
  if (!--inside && !passed)
    executable(0);
  spin_leave(&lock);
}

void door_end(void) {
  if (!door_on)
    return;
  door_on = 0;
  watch_before &= ~WATCH_DOOR;
  watch_after &= ~WATCH_DOOR;
  executable(1);
}

static int is_function(uintptr_t at) {
  for (unsigned i = 0; i < CALLS; i++)
    if ((uintptr_t)mpi_real[i] == at)
      return 1;
  return 0;
}

/* Whether the program itself has called the code at `pc`, or has had the C library call it.
 * That one calls functions of the library for others, too, but none that has a wrapper. */
static int is_program(uintptr_t caller, uintptr_t pc) {
  struct dl_phdr_info info;
  if (loaded_at(caller, &info, NULL))
    return 1;
  const char *slash = strrchr(info.dlpi_name, '/');
  const char *name = slash ? slash + 1 : info.dlpi_name;
  return !*name || (!strncmp(name, "libc.so", 7) && is_function(pc));
}

int door_fault(const siginfo_t *info, void *context) {
  uintptr_t pc = context_pc(context);
  if (!door_on || info->si_code != SEGV_ACCERR || pc != (uintptr_t)info->si_addr ||
      !is_code(pc))
    return 0;
  if (!is_inside && is_program(context_caller(context), pc))
    passed = 1;
  executable(1);
  return 1;
}
