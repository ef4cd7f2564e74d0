#include "size_limit.h"
#include <errno.h>
#include <sys/syscall.h>
#include <time.h>
#include "system.h"

static sigset_t the_signal(void) {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  return set;
}

static int is_pending(void) {
  sigset_t set;
  return !sigpending(&set) && sigismember(&set, SIGXFSZ);
}

void size_limit_hold(struct size_limit *l) {
  sigset_t set = the_signal();
  int e = errno;
  l->holds = !system_make(SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (long)&l->limit) &&
             l->limit.rlim_cur != RLIM_INFINITY;
  if (l->holds) {
    struct rlimit most = {l->limit.rlim_max, l->limit.rlim_max};
    pthread_sigmask(SIG_BLOCK, &set, &l->mask);
    l->pending = is_pending();
    setrlimit(RLIMIT_FSIZE, &most);
  }
  errno = e;
}

void size_limit_release(const struct size_limit *l) {
  static const struct timespec now;
  sigset_t set = the_signal();
  int e = errno;
  if (l->holds) {
    setrlimit(RLIMIT_FSIZE, &l->limit);
    if (!l->pending && is_pending())
      sigtimedwait(&set, NULL, &now);
    pthread_sigmask(SIG_SETMASK, &l->mask, NULL);
  }
  errno = e;
}
