/* local.h: loads, stores and buffers of this process */
#ifndef FENCEPOST_LOCAL_H
#define FENCEPOST_LOCAL_H

#include <stdint.h>

struct access;
struct check;
struct event;
struct event_data;
struct window;

/* The lock that the call under way releases. */
struct unlocking {
  const struct window *window; /* NULL: none */
  int32_t index;               /* index of the target; -1: all targets */
};

/* `argument` is the position among the arguments of the call, from 1. */
struct access *local_buffer(struct check *c, const struct event *e, const struct event_data *d,
                            int argument, int update, struct access *list);
void local_over(struct check *c, struct access *a);

#endif
