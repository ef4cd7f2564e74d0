/* size_limit.h: lets us write even if the program has limited the size of files (RLIMIT_FSIZE).
 *
 * A write beyond the limit would end the program by SIGXFSZ. Between hold and release the
 * calling thread has that signal blocked, and the limit is as high as the program could have
 * set it. A write beyond that fails with EFBIG, and its signal is dropped. Costs a system call
 * if there is no limit. Keeps errno. */
#ifndef FENCEPOST_SIZE_LIMIT_H
#define FENCEPOST_SIZE_LIMIT_H

#include <signal.h>
#include <sys/resource.h>

struct size_limit {
  int holds, pending; /* the signal was pending before */
  struct rlimit limit;
  sigset_t mask;
};

void size_limit_hold(struct size_limit *l);
void size_limit_release(const struct size_limit *l);

#endif
