/* thread_order_part.h: what thread_order.c and thread_order_feed.c share. */
#ifndef FENCEPOST_THREAD_ORDER_PART_H
#define FENCEPOST_THREAD_ORDER_PART_H

#include <stdatomic.h>
#include "include/event.h"
#include "interpose/base/internal.h"

/* Some thread has ended. */
extern INTERNAL _Atomic int order_ended;

/* Order is lost from now on; the first reason is kept. */
void order_lose(const char *why);
void order_feed_begin(void (*several)(void (*feed)(struct event *e)));

#endif
