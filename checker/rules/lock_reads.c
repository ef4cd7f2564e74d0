/* lock_reads.c: locks that keep accesses apart (section 11.5.3), and the order that processes
 * make by what they read under a lock.
 *
 * An access under an exclusive lock is not concurrent with any other under a lock of the same
 * process. So the epoch that reads what an exclusive one has stored comes after it, and after
 * all that was complete before. That the one has come after the other by chance is no order: it
 * must read the same bytes. What a load has read is not known. The time at which locks were
 * granted excludes the loads that came before the store; whatever is still in doubt counts as
 * order. */
#include "checker/core/access.h"
#include "checker/core/queue.h"
#include "atomic.h"
#include "lock_reads.h"

#define RECENT 64 /* so many orders are looked at for one that tells as much */

/* Returns whether the process of `a` holds a lock that excludes the lock which the other access
 * needs. */
static int locked_out(const struct access *a, uint64_t win, int32_t index, int exclusive) {
  for (int i = 0; i < a->holds; i++)
    if (a->hold[i].win == win && a->hold[i].index == index &&
        (a->hold[i].exclusive || exclusive))
      return 1;
  return 0;
}

int lock_excludes(const struct window *w, const struct access *a, const struct access *b) {
  if (a->rank == b->rank)
    return 0;
  if (a->local && b->local) {
    int found = 0;
    for (int i = 0; i < a->holds; i++)
      found |= locked_out(b, a->hold[i].win, a->hold[i].index, a->hold[i].exclusive);
    return found;
  }
  if (a->local || b->local) {
    const struct access *l = a->local ? a : b, *op = a->local ? b : a;
    return op->epoch >= EPOCH_LOCK && !op->nocheck &&
           locked_out(l, w->id, w->me, op->exclusive);
  }
  return a->win == b->win && a->epoch >= EPOCH_LOCK && b->epoch >= EPOCH_LOCK && !a->nocheck &&
         !b->nocheck && (a->exclusive || b->exclusive);
}

static int is_exclusive(const struct window *w, const struct access *a,
                        const struct access *other) {
  if (!a->local)
    return a->exclusive;
  for (int i = 0; i < a->holds; i++)
    if (a->hold[i].exclusive &&
        (other->local ? locked_out(other, a->hold[i].win, a->hold[i].index, 1)
                      : a->hold[i].win == w->id && a->hold[i].index == w->me))
      return 1;
  return 0;
}

static int reads(const struct access *a) {
  return a->local ? !a->update : a->op != RMA_PUT && a->op != RMA_ACC;
}

/* Rows of data do not. */
static int tells_value(const struct access *a) {
  return a->local || a->valued;
}

/* Returns whether the look was certainly over before the store. If a lock was granted for loads
 * and stores, they have had it since then. */
static int too_early(const struct access *look, const struct access *store) {
  uint64_t last = look->local ? look->when : look->until;
  return store->when && last && last < store->when;
}

/* Returns whether an order tells all that the other one does. */
static int tells(const struct event_order *a, const struct event_order *b) {
  return a->from == b->from && a->to == b->to && a->from_time >= b->from_time &&
         a->to_time <= b->to_time;
}

static void note(struct check *c, const struct event_order *o, const struct clock *k) {
  const struct queue *orders = &c->atomic.orders;
  for (int i = orders->count; i-- && i >= orders->count - RECENT;)
    if (tells(queue_item(orders, i, sizeof *o), o))
      return;
  if (orders->count >= ORDERS_MOST)
    c->atomic.lost++;
  else
    atomic_order_push(c, *o, k);
}

/* All that the reader does under its lock comes after the store. Loads and stores of one
 * segment may be told in another order. */
static void look(struct check *c, const struct window *w, const struct access *look,
                 const struct access *store) {
  if (!store->update || !reads(look) || !tells_value(store) || !tells_value(look) ||
      !is_exclusive(w, store, look) || too_early(look, store))
    return;
  struct event_order o = {.from = store->rank, .from_time = store->end_time, .to = look->rank};
  o.to_time = !look->local ? look->end_time
                           : (look->segment ? look->segment : look->start_time) - EVENT_STEP;
  note(c, &o, store->start);
}

void lock_read(struct check *c, const struct window *w, const struct access *a,
               const struct access *b) {
  look(c, w, a, b);
  look(c, w, b, a);
}
