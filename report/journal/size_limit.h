/* size_limit.h: writing although the program has limited the size of files (RLIMIT_FSIZE).
 *
 * A write beyond the limit would kill the program by SIGXFSZ. Between hold and release the
 * calling thread has that signal blocked, and the limit is as high as the program could have
 * set it; what is beyond that fails with EFBIG, and the signal of it is dropped. Costs a system
 * call where there is no limit. Keeps errno. */
#ifndef FENCEPOST_SIZE_LIMIT_H
#define FENCEPOST_SIZE_LIMIT_H

#include <signal.h>
#include <sys/resource.h>

struct size_limit {
  int holds, pending; /* the signal was, before */
  struct rlimit limit;
  sigset_t mask;
};

void size_limit_hold(struct size_limit *l);
void size_limit_release(const struct size_limit *l);

#endif
