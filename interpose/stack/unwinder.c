#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "unwinder.h"
#include <libunwind.h>
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/system_call.h"

#define BIT(number) (UINT64_C(1) << ((number)-1))
static const uint64_t faults =
    BIT(SIGSEGV) | BIT(SIGBUS) | BIT(SIGILL) | BIT(SIGFPE) | BIT(SIGTRAP) | BIT(SIGSYS);

static __thread int inside __attribute__((tls_model("initial-exec")));

struct unwinder unwinder_begin(void) {
  uint64_t others = ~faults;
  struct unwinder u = {0};
  if (!inside++)
    gate_call(SYS_rt_sigprocmask, (long)SIG_BLOCK, &others, &u.blocked, sizeof others);
  return u;
}

void unwinder_end(struct unwinder u) {
  if (!--inside)
    gate_call(SYS_rt_sigprocmask, (long)SIG_SETMASK, &u.blocked, NULL, sizeof u.blocked);
}

int unwinder_backtrace(void **pc, int most) {
  struct unwinder u = unwinder_begin();
  int count = unw_backtrace(pc, most);
  unwinder_end(u);
  return count;
}

int unwinder_masks(sigset_t *old) {
  if (!inside)
    return 0;
  if (old)
    sigemptyset(old);
  return 1;
}
