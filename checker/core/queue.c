#include <stdlib.h>
#include <string.h>
#include "array.h"
#include "queue.h"
#include "state.h"

void *queue_item(const struct queue *q, int i, size_t size) {
  return q->at + (size_t)(q->first + i) * size;
}

/* Moving the items costs no more than the shifts that made room at the front. */
static void make_room(struct check *c, struct queue *q, size_t size) {
  if (q->first + q->count < q->room)
    return;
  if (q->first > q->count) {
    memmove(q->at, queue_item(q, 0, size), (size_t)q->count * size);
    q->first = 0;
    return;
  }
  q->at = check_grow(c, q->at, &q->room, q->first + q->count + 1, size);
}

void *queue_push(struct check *c, struct queue *q, const void *item, size_t size) {
  make_room(c, q, size);
  if (c->failed)
    return NULL;
  return memcpy(queue_item(q, q->count++, size), item, size);
}

void queue_shift(struct queue *q, void *item, size_t size) {
  memcpy(item, queue_item(q, 0, size), size);
  q->count--;
  q->first = q->count ? q->first + 1 : 0;
}

void queue_unshift(struct check *c, struct queue *q, const void *item, size_t size) {
  if (q->first) {
    q->first--;
    q->count++;
  } else if (!queue_push(c, q, item, size)) {
    return;
  } else {
    memmove(queue_item(q, 1, size), queue_item(q, 0, size), (size_t)(q->count - 1) * size);
  }
  memcpy(queue_item(q, 0, size), item, size);
}

void queue_free(struct queue *q) {
  free(q->at);
  memset(q, 0, sizeof *q);
}
