/* handled.h: faults that go to a handler of the program. Whether one ends the process, only
 * what the handler does can tell: a garbage collector, or a probe of memory, repairs it and
 * goes on. So the last fault is kept, and is told if the process ends while its handler is
 * still at work. The functions may be called in handlers of signals. */
#ifndef FENCEPOST_HANDLED_H
#define FENCEPOST_HANDLED_H

#include <signal.h>
#include <stdint.h>
#include <sys/types.h>
#include "interpose/arch/registers.h"

struct signal_fault {
  pid_t tid;
  int number, stores;
  int known; /* whether `address` is that of the access */
  uint64_t address;
  uint64_t registers[REGISTERS];
};

void handled_take(struct signal_fault *f, int number, const siginfo_t *info,
                  const void *context);

/* A handler of the program is about to be called for a fault of the calling thread. */
void handled_note(int number, const siginfo_t *info, const void *context);
/* Returns whether the calling thread is still in that handler, or has just left it for what the
 * fault had interrupted: `context`, NULL if it is in no other handler. If so, sets `f`. */
int handled_get(struct signal_fault *f, const void *context);

#endif
