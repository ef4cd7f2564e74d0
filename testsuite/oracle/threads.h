/* threads.h: programs whose ranks have several threads. */
#ifndef ORACLE_THREADS_H
#define ORACLE_THREADS_H

#include "program.h"

/* Gives calls to threads, which begin and learn of each other at random. */
void threads_add(struct program *p, uint64_t *random);
/* The thread that makes the call, as far as threads are told apart. */
int threads_line(const struct program *p, int call);
/* The last call of that thread before another call; -1: none. */
int threads_last(const struct program *p, int before, int rank, int thread);

/* Whether the rank has several. */
int threads_any(const struct program *p, int rank);

#endif
