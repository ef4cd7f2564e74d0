/* fault.h: signals that we need while memory is protected, although the program may want them,
 * too.
 *
 * For these signals the kernel has our handlers. What the program (or MPI) has asked for is
 * kept here; the program reads it back, and it is done as the kernel would do it when a signal
 * is not meant for us. We never block these signals, because the kernel kills a thread whose
 * fault is blocked. What the program has blocked is kept for each thread, in fault_blocked.
 *
 * Sets of signals are words, as in the kernel: bit number - 1. */
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

/* `number` is to be ours: called once for each, before fault_take. */
void fault_own(int number, fault_handler *handler);
/* Returns the set of all signals that are ours. */
uint64_t fault_owned(void);
/* The kernel gets our handlers; handlers of other signals get masks without ours. Returns 0, or
 * -1. */
int fault_take(void);
/* The kernel gets what the program has asked for; SIGSYS stays ours if `keep`. */
void fault_give_back(int keep);
/* Between these two calls no handler of the program runs in the calling thread. */
void fault_defer(void);
void fault_undefer(void);
/* For a call of the program that may wait, made in `context`, which then is before the call:
 * its handlers may run until fault_resume, which gets the result of this. */
int fault_pause(ucontext_t *context);
void fault_resume(int paused, ucontext_t *context);
/* The signal is not ours after all. Called by our handlers at their end. */
void fault_pass_on(int number, siginfo_t *info, ucontext_t *context);

static inline uint64_t *fault_mask(ucontext_t *context) {
  return (uint64_t *)&context->uc_sigmask;
}
/* What the program has blocked in the thread of `context`, and how it changes that. */
uint64_t fault_mask_get(const ucontext_t *context);
void fault_mask_set(ucontext_t *context, uint64_t mask);

/* The calling thread is about to end, and handles no signals any more. */
void fault_ends(void);

/* The thread of `context` gets the mask that the program has set, unless a signal waits that is
 * ours. Until fault_mask_set is called there, nothing may fault. */
void fault_mask_give(ucontext_t *context);

/* Returns how many threads have blocked a signal that is ours, and not got their mask back. */
int fault_shadows(void);

/* Do what the system calls do, and return their results; pointers as MPI has them (pages.h). */
long fault_sigaction(int number, const void *action, void *old, size_t size);
long fault_sigprocmask(ucontext_t *context, int how, const void *set, void *old, size_t size);

#endif
