/* two_copies.h: when the two copies of a window were made to agree (section 11.7) */
#ifndef FENCEPOST_TWO_COPIES_H
#define FENCEPOST_TWO_COPIES_H

#include "access.h"

/* A local access is over. Returns the number of windows that it touches; c->memory.met has
 * them. */
int copy_touched(struct check *c, const struct access *a);
void copy_publish(struct check *c, struct window *w);
void copy_acquire(struct check *c, struct window *w);
void copy_free(struct window *w);
/* Returns whether the private copy contained the update before that event. */
int copy_settled(const struct check *c, const struct window *w, const struct access *op,
                 uint64_t time);
uint64_t copy_publication(const struct window *w, const struct access *store); /* or 0 */
int copy_published(const struct check *c, const struct window *w, const struct access *store,
                   const struct access *op);
/* Returns when the operation's update reached the public copy of the other window, by way of
 * the private copy; 0: not yet. */
uint64_t copy_carries(const struct check *c, const struct window *from, const struct window *to,
                      const struct access *op);
/* The same, and `later` knows of that call. */
int copy_carried(const struct check *c, const struct window *from, const struct window *to,
                 const struct access *op, const struct access *later);
int copy_acquired(const struct check *c, const struct window *w, const struct access *op,
                  const struct access *local);
/* Return whether every store on the shelf is published before `op`, and whether every update is
 * acquired before `local`. They return 0 where finding out would take long. */
int copy_all_published(const struct check *c, const struct window *w, const struct access *op);
int copy_all_acquired(const struct window *w, const struct access *local);
/* Returns how many entries of the list, which is sorted by time, are earlier than `time`. */
int agreement_place(const struct agreement *list, int count, uint64_t time);

#endif
