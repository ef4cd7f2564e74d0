/* python_known.h: a thread's memory of the Python stacks on which it called MPI, by their keys.
 * It keeps at most SETS x WAYS, and goes with the thread. Each thread has its own: no locks. */
#ifndef FENCEPOST_PYTHON_KNOWN_H
#define FENCEPOST_PYTHON_KNOWN_H

#include <stdint.h>

struct python_key;
struct thread;

/* Returns the id of the stack with that key and those native frames (the id of the stack that
 * has only them), 0 if it is not known. */
uint32_t python_known(const struct thread *t, const struct python_key *k, uint32_t native);
/* The same of the stack that was found last, which loops often have again: its key need not be
 * made. `state`: the thread's. */
uint32_t python_known_last(const struct thread *t, const void *state, uint32_t native);
void python_keep(struct thread *t, const struct python_key *k, uint32_t native, uint32_t id);

#endif
