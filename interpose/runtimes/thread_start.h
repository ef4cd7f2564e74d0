/* thread_start.h: how a thread that the program makes begins and ends, for those who listen
 * (thread_hooks.h).
 *
 * Whoever makes a thread lets it run thread_start_run with a record that thread_start_new gave;
 * the record is freed there, or by thread_start_drop if no thread was made. Costs an allocation
 * for each thread. */
#ifndef FENCEPOST_THREAD_START_H
#define FENCEPOST_THREAD_START_H

union thread_function {
  void *(*posix)(void *);
  int (*c11)(void *);
};

struct thread_start;

/* NULL: there is no memory, and the thread must be made without us. `creator`: the code that
 * makes it. */
struct thread_start *thread_start_new(union thread_function function, int is_c11,
                                      void *argument, const void *creator);
void thread_start_drop(struct thread_start *s);
void *thread_start_run(void *start);
int thread_start_run_c11(void *start);

/* What the calling thread does until its end happens before all that others do later. */
void thread_end_spreads(void);

#endif
