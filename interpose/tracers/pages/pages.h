/* pages.h: trace level `pages`: loads and stores of programs nobody rebuilt, in windows.
 *
 * The memory of a window is mapped twice: where the program has it without any right (its
 * view), and for MPI (the alias). slots.h has what the program accesses in the view done on the
 * alias, and told. Pointers into views are given to MPI as ones into the alias (pointers.h).
 * What MPI itself or Fencepost accesses in a view is done, not told. Windows for which that
 * cannot be (view.h) stay at level mpi; the report counts them, by reason. */
#ifndef FENCEPOST_PAGES_H
#define FENCEPOST_PAGES_H

#include <stddef.h>
#include <stdint.h>
#include "report/journal/options.h"
#include "view.h"

/* Some memory is or was protected: pointers need a look. */
extern int pages_on;

/* Around the call that starts MPI. */
void pages_before_init(void);
void pages_after_init(void);
/* Prepares to follow loads and stores. 0: this process cannot; `why` is the end of a sentence.
 */
int pages_possible(const struct options *o, const char **why);
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
/* A buffer that MPI has; pages_freed ends it. 0, or -1: it cannot be. */
int pages_guard(struct view *v, uintptr_t at, size_t size);
/* MPI has allocated memory for a window. Returns where the program is to see it. */
void *pages_allocate(struct view *v, void *base, size_t size);
/* The window was freed. */
void pages_freed(struct view *v);

/* A part of a dynamic window is about to be attached: MPI goes on to use `base`. */
void pages_attach(struct view *v, const void *base, size_t size);
/* A buffer of MPI lies in regions partly. */
void pages_part(uintptr_t lo, uintptr_t hi);
/* `pointer`: to an address in the window's memory that MPI has told; becomes the program's. */
void pages_address(const struct view *v, void *pointer);

#endif
