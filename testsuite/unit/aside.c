/* aside.c: a thread is not cancelled in the middle of our work, whether that has begun before
 * the first pthread_cancel of the process or after it. */
#define _GNU_SOURCE
#include "interpose/base/aside.c"
#include "tap.h"

enum { MOMENTS = 20 };
#define MOMENT_US 5000

#define IS(good, what) tap_ok(good, what, __FILE__, __LINE__)

static void (*_Atomic hook)(pthread_t);
static _Atomic int cancelled, begun, done;

static void *works(void *depth) {
  const struct aside outer = aside_begin();
  const struct aside inner = depth ? aside_begin() : outer;
  begun = 1;
  for (int i = 0; i < MOMENTS; i++)
    usleep(MOMENT_US); /* a cancellation point */
  errno = ENOENT;
  if (depth)
    aside_end(inner);
  usleep(MOMENT_US);
  done++;
  aside_end(outer);
  for (;;)
    usleep(MOMENT_US);
  return NULL;
}

/* Returns whether the thread has finished its work, and was then cancelled. */
static int cancelled_after(void *depth) {
  pthread_t thread;
  void *result = NULL;
  begun = done = 0;
  if (pthread_create(&thread, NULL, works, depth))
    return 0;
  while (!begun)
    usleep(MOMENT_US);
  hook(thread);
  pthread_cancel(thread);
  pthread_join(thread, &result);
  return done == 1 && result == PTHREAD_CANCELED;
}

static void attach(void) {
  aside_attach(&hook, &cancelled);
}

int main(void) {
  int deep = 1, old;
  attach();
  IS(!aside_cancels, "nobody has cancelled a thread");
  IS(cancelled_after(NULL), "the first cancellation waits for what was begun before");
  IS(aside_cancels, "from then on work holds cancellations back");
  IS(cancelled_after(NULL), "so the second one comes after it, too");
  attach();
  IS(cancelled_after(&deep), "the first one waits for work within work");
  IS(cancelled_after(&deep), "and such work holds it back");
  attach();
  errno = EINTR;
  struct aside a = aside_begin();
  errno = ENOENT;
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  pthread_setcancelstate(old, NULL);
  IS(old == PTHREAD_CANCEL_ENABLE, "without any it asks for nothing");
  hook(pthread_self());
  aside_end(a);
  IS(errno == EINTR && !aside_inside, "it leaves no trace");
  cancelled = 1;
  attach();
  IS(aside_cancels, "one that came before is known");
  return tap_done();
}
