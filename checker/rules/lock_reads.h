/* lock_reads.h: locks that keep accesses apart, and the order that processes make by what they
 * read under a lock. */
#ifndef FENCEPOST_LOCK_READS_H
#define FENCEPOST_LOCK_READS_H

struct access;
struct check;
struct window;

/* Returns whether locks exclude each other. `w` is the window of the operation, if there is
 * one. */
int lock_excludes(const struct window *w, const struct access *a, const struct access *b);
/* Locks exclude the two, which have a byte in common, and nothing orders them so far. At least
 * one is local: of two operations their values tell (atomic.c). */
void lock_read(struct check *c, const struct window *w, const struct access *a,
               const struct access *b);

#endif
