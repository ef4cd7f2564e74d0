#define _GNU_SOURCE
#define UNW_LOCAL_ONLY
#include "unwinder.h"
#include <libunwind.h>
#include "interpose/arch/own_call.h"

static __thread int inside __attribute__((tls_model("initial-exec")));

struct unwinder unwinder_begin(void) {
  struct unwinder u = {0};
  if (!inside++)
    u.blocked = signals_hold();
  return u;
}

void unwinder_end(struct unwinder u) {
  if (!--inside)
    signals_release(u.blocked);
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
