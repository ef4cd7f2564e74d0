/* queue.h: a first-in, first-out queue of items of one size. */
#ifndef FENCEPOST_QUEUE_H
#define FENCEPOST_QUEUE_H

#include <stddef.h>

struct check;

struct queue {
  unsigned char *at;
  int first, count, room;
};

void *queue_item(const struct queue *q, int i, size_t size);
void *queue_push(struct check *c, struct queue *q, const void *item, size_t size); /* or NULL */
/* Removes the first item and copies it to *item. */
void queue_shift(struct queue *q, void *item, size_t size);
void queue_unshift(struct check *c, struct queue *q, const void *item, size_t size);
void queue_free(struct queue *q);

#endif
