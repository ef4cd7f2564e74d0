/* fault.h: signals that are ours while memory is protected, and that the program may want too.
 *
 * Of such a signal the kernel has our handler; what the program (or MPI) wants done with it is
 * kept here, is what it reads back, and is done with what is not ours, as the kernel would.
 * They are never blocked: the kernel kills whom a blocked fault meets. What the program has
 * blocked is kept, for each thread, in fault_blocked.
 *
 * Sets of signals are words, as the kernel has them: bit number - 1. */
#ifndef FENCEPOST_FAULT_H
#define FENCEPOST_FAULT_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

#define FAULT_BIT(number) (1ul << ((number)-1))

/* As the kernel has it. */
struct fault_action {
  void *handler;
  uint64_t flags;
  void *restorer;
  uint64_t mask;
};

/* Returns whether the signal was ours. The program's other handlers wait meanwhile. */
typedef int fault_handler(siginfo_t *info, ucontext_t *context);

extern __thread uint64_t fault_blocked __attribute__((tls_model("initial-exec")));

/* `number` is to be ours: before fault_take, once for each. */
void fault_own(int number, fault_handler *handler);
/* All that are ours, as a set. */
uint64_t fault_owned(void);
/* The kernel gets our handlers, and handlers of others no mask that has what is ours. 0, or -1.
 */
int fault_take(void);
/* The kernel gets what the program wants; SIGSYS stays ours if `keep`. */
void fault_give_back(int keep);
/* Between the two the program's handlers do not run in the calling thread. */
void fault_defer(void);
void fault_undefer(void);
/* For a call of the program that may wait: its handlers may run until fault_resume, which is
 * told what this has returned. */
int fault_pause(void);
void fault_resume(int paused);
/* Not ours after all. For handlers of ours, at their end. */
void fault_pass_on(int number, siginfo_t *info, ucontext_t *context);

static inline uint64_t *fault_mask(ucontext_t *context) {
  return (uint64_t *)&context->uc_sigmask;
}
/* What the program has blocked in the thread of `context`, and how it may be changed. */
uint64_t fault_mask_get(const ucontext_t *context);
void fault_mask_set(ucontext_t *context, uint64_t mask);

/* How many threads have blocked what is ours. */
int fault_shadows(void);

/* As the system calls, whose results they return; pointers as MPI has them (pages.h). */
long fault_sigaction(int number, const void *action, void *old, size_t size);
long fault_sigprocmask(ucontext_t *context, int how, const void *set, void *old, size_t size);

#endif
