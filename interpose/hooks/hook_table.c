/* hook_table.c: makes the module known to the checker, and passes on accesses that somebody
 * asks for. */
#define _GNU_SOURCE
#include "hook_table.h"
#include <dlfcn.h>

unsigned char __fencepost_filter[HOOKS_GRANULES];
__thread struct hooks_recorder *hooks_recorder __attribute__((tls_model("initial-exec")));

static struct hooks_recorder **self(void) {
  return &hooks_recorder;
}

/* Symbols that the linker defines. */
extern const char tells[] __asm__("__start_" HOOKS_TELL) __attribute__((visibility("hidden")));
extern const char tells_end[] __asm__("__stop_" HOOKS_TELL)
    __attribute__((visibility("hidden")));

struct hooks hooks_own = {.version = HOOKS_VERSION,
                          .filter = __fencepost_filter,
                          .self = self,
                          .tells = (uintptr_t)tells,
                          .tells_end = (uintptr_t)tells_end};

static void tell(const char *whom) {
  hooks_function *f = (hooks_function *)dlsym(RTLD_DEFAULT, whom);
  if (f)
    f(&hooks_own);
}

static hooks_target *target;

TELLS void __fencepost_target(const void *function);
void __fencepost_target(const void *function) {
  if (target)
    target(function);
}

__attribute__((constructor)) static void enter(void) {
  target = (hooks_target *)dlsym(RTLD_DEFAULT, HOOKS_TARGET);
  tell(HOOKS_ENTER);
}

__attribute__((destructor)) static void leave(void) {
  tell(HOOKS_LEAVE);
}

void hooks_track(uintptr_t at, uintptr_t pc, unsigned how, size_t size) {
  struct hooks_recorder *r = hooks_recorder;
  if (r) {
    struct hooks_run *run = &r->run[hooks_own.site[(pc - hooks_own.text) >> 2]];
    if (at == run->next) {
      run->next = at + (uintptr_t)run->stride;
      return;
    }
    if (at == run->same) {
      run->again++;
      return;
    }
    if (hooks_told(r, at, size, how, run->place))
      return;
  }
  hooks_own.access(at, pc, how, size, &hooks_own);
}

/* Accesses of a fixed size may continue a run; these, whose size varies, never do. */
void hooks_track_range(uintptr_t at, uintptr_t pc, unsigned how, size_t size) {
  hooks_own.access(at, pc, how, size, &hooks_own);
}

/* Rows of a matrix are as large each time and go on like single elements. */
void hooks_track_row(uintptr_t at, uintptr_t pc, unsigned how, const struct hooks_row *row) {
  struct hooks_recorder *r = hooks_recorder;
  if (r && row->count == 1) {
    struct hooks_run *run = &r->run[hooks_own.site[(pc - hooks_own.text) >> 2]];
    if (run->size == row->size && at == run->next) {
      run->next = at + (uintptr_t)run->stride;
      return;
    }
    if (run->size == row->size && at == run->same) {
      run->again++;
      return;
    }
  }
  hooks_own.row(at, pc, how, row, &hooks_own);
}

/* Every file that was built so has a constructor that calls it, and so takes this one along. */
TELLS void __tsan_init(void);
void __tsan_init(void) {
}
