/* pages.h: trace level `pages`: loads and stores of programs nobody rebuilt, in windows.
 *
 * The program gets a second mapping of its window without any right, MPI keeps its own: slots.h
 * has what the program accesses there done on MPI's mapping, and told. Pointers into the
 * program's mapping become MPI's before a call is made and again the program's after it. What
 * MPI itself or Fencepost accesses in the program's mapping is done, not told.
 *
 * So far for MPI_Win_allocate in memory that processes share (several ranks on a host); other
 * windows stay at level mpi, which the report says. */
#ifndef FENCEPOST_PAGES_H
#define FENCEPOST_PAGES_H

#include <stddef.h>
#include <stdint.h>
#include "../report/options.h"

/* Some memory is or was protected: pointers need a look. */
extern int pages_on;

/* Asked for, and possible. */
int pages_wanted(const struct options *o);
/* After record_begin. */
void pages_begin(void);
/* Off for good: all protected memory is opened, and stays as it is. Also in the child of a
 * fork. */
void pages_stop(void);
/* At the end: tells the journal what could not be seen. */
void pages_end(void);

/* MPI_Win_allocate has given `base`. Returns where the program is to see it: `base` if it
 * cannot be protected. */
void *pages_allocated(void *base, size_t size);
/* A window that is not protected. */
void pages_left_out(void);
/* The program's base of a window that was freed. */
void pages_freed(uint64_t base);

/* `pointer`: of a pointer to a buffer that MPI is given. */
void pages_to_mpi(void *pointer);
void pages_to_program(void *pointer);

#endif
