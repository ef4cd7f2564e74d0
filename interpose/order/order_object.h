/* order_object.h: the objects by which threads order themselves: an address and a kind
 * (runtimes/thread_hooks.h), and what has happened before the next thread acquires it.
 *
 * A hash table of a fixed size with a spin lock in each place; of objects with one place the
 * oldest is given up when there are more than ORDER_TABLE_DEEP. Whoever acquires an object that
 * is not there learns all that objects of its place knew when they were given up. Cost: a walk
 * along some nodes. */
#ifndef FENCEPOST_ORDER_OBJECT_H
#define FENCEPOST_ORDER_OBJECT_H

#include <pthread.h>
#include "interpose/runtimes/thread_hooks.h"
#include "earlier.h"

#define ORDER_TABLE_DEEP 16

struct order_object {
  struct order_object *next;
  const void *address;
  unsigned kind;
  unsigned count; /* threads that a barrier is for; 0: not known */
  uint64_t arrived;
  struct earlier past, other; /* other: of every second use of a barrier */
  pthread_t writer;           /* a lock for reading and writing is held by it for writing */
  int written;
};

/* A place, locked. */
struct order_place;
struct order_place *order_place_enter(const void *address, unsigned kind);
void order_place_leave(struct order_place *p);

/* Return NULL if there is none; the second also if there is no memory. */
struct order_object *order_find(struct order_place *p, const void *address, unsigned kind);
struct order_object *order_get(struct order_place *p, const void *address, unsigned kind);
void order_drop(struct order_place *p, const void *address, unsigned kind);
/* The last event that objects of this place knew that were given up; 0: there are none. */
uint64_t order_given_up(const struct order_place *p);

#endif
