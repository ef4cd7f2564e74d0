/* thread_order_part.h: what thread_order.c, atomic_order.c and thread_order_feed.c share. */
#ifndef FENCEPOST_THREAD_ORDER_PART_H
#define FENCEPOST_THREAD_ORDER_PART_H

#include <stdatomic.h>
#include "include/event.h"
#include "interpose/base/internal.h"

/* Some thread has ended. */
extern INTERNAL _Atomic int order_ended;
/* What has happened before any thread's next event: the events up to this one, up to the last
 * one between order_untold_begin and order_untold_end. */
extern INTERNAL _Atomic uint64_t order_untold;

struct earlier;
struct follower;
struct order_parts;

/* Returns the follower of the calling thread if a call of `caller` (NULL: of the program)
 * counts; order_thread_leave must be called then. NULL: it does not. */
struct follower *order_thread_enter(const void *caller);
void order_thread_leave(void);
/* What the calling thread has accessed so far must have its number before the next thing
 * happens. */
void order_tell_accesses(void);
/* What the thread has done is in `p` from now on, too; or has happened before what it does from
 * now on. */
void order_give(struct earlier *p, struct follower *f);
void order_take(struct follower *f, const struct earlier *p);

/* The events so far happen before any thread's next one. */
void order_spread(void);

/* The program may have made threads before anybody listened. */
extern INTERNAL int order_made_early;

/* Order is lost from now on; the first reason is kept. */
void order_lose(const char *why);
int order_lost(void);
void order_feed_begin(const struct order_parts *with);

#endif
