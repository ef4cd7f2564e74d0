/* looked.c: order that processes make by looking at a location again and again until another
 * one has stored something there, by loads or in shared memory. */
#include "checker/core/access.h"
#include "checker/core/queue.h"
#include "checker/core/state.h"
#include "atomic.h"

#define POLLS_MOST 65536

/* Nothing tells which of several looks has seen the update, and doubt counts as order. So the
 * earliest look is enough, together with the earliest look at all bytes of the update. Looks
 * come nearly in this order. */
void atomic_polled(struct check *c, const struct access *look, struct access *update) {
  int seen = look->runs == 1 && look->one.count == 1 && look->lo <= update->lo &&
             update->hi <= look->hi;
  int earliest = !update->polled || look->start_time < update->polled;
  if (!earliest && (!seen || (update->covered && update->covered <= look->start_time)))
    return;
  if (c->atomic.orders.count >= POLLS_MOST) {
    c->atomic.lost++;
    return;
  }
  if (earliest)
    update->polled = look->start_time;
  if (seen)
    update->covered = look->start_time;
  struct event_order o = {.from = update->rank, .from_time = update->start_time};
  o.to = look->rank;
  o.to_time = look->start_time;
  o.seen = (uint8_t)seen;
  atomic_order_push(c, o, update->start);
}

/* Accesses near the look may be made before or after it. They all count as after what it has
 * seen. */
static void looked(struct check *c, const struct access *look, const struct access *update) {
  struct event_order o = {.from = update->rank, .from_time = update->end_time};
  o.to = look->rank;
  o.to_time = (look->segment ? look->segment : look->start_time) - EVENT_STEP;
  const struct event_order *last =
      c->atomic.orders.count
          ? queue_item(&c->atomic.orders, c->atomic.orders.count - 1, sizeof o)
          : NULL;
  if (last && last->from == o.from && last->from_time == o.from_time && last->to == o.to &&
      last->to_time == o.to_time)
    return;
  if (c->atomic.orders.count >= POLLS_MOST) {
    c->atomic.lost++;
    return;
  }
  atomic_order_push(c, o, update->start);
}

/* A load of the same bytes may belong to an atomic operation: the code does not always show
 * it. */
void atomic_looked(struct check *c, const struct access *a, const struct access *b) {
  if (b->update)
    looked(c, a, b);
  if (a->update)
    looked(c, b, a);
}
