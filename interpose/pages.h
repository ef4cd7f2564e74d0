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
#include "view.h"

/* Some memory is or was protected: pointers need a look. */
extern int pages_on;

/* Around the call that starts MPI. */
void pages_before_init(void);
void pages_after_init(void);
/* Asked for, and possible. */
int pages_wanted(const struct options *o);
/* After record_begin. */
void pages_begin(void);
/* Off for good: all protected memory is opened, and stays as it is. Also in the child of a
 * fork. */
void pages_stop(void);
/* At the end: tells the journal what could not be seen. */
void pages_end(void);

/* A window on memory of the program is about to be made. Returns where MPI is to see it: `base`
 * if it cannot be protected. */
void *pages_create(struct view *v, const void *base, size_t size);
/* MPI has allocated memory for a window. Returns where the program is to see it. */
void *pages_allocate(struct view *v, void *base, size_t size);
/* A window that is not protected. */
void pages_left_out(void);
/* The window was freed. */
void pages_freed(struct view *v);

/* A part of a dynamic window is about to be attached: MPI goes on to use `base`. */
void pages_attach(struct view *v, const void *base, size_t size);
/* A buffer of MPI lies in regions partly. */
void pages_part(uintptr_t lo, uintptr_t hi);
/* `pointer`: to an address in memory of a window that MPI has told; becomes the program's. */
void pages_address(void *pointer);

#endif
