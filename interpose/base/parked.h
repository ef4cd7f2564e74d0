/* parked.h: threads that only another thread of their process can wake.
 *
 * That is a thread that sleeps in a futex without a time limit: in pthread_join,
 * pthread_mutex_lock, pthread_cond_wait, at the barriers of OpenMP's runtimes and their like. A
 * signal may wake it, too; that is not asked here. */
#ifndef FENCEPOST_PARKED_H
#define FENCEPOST_PARKED_H

/* Returns 0 also if the system does not tell. Takes some system calls. */
int parked(int tid);

#endif
