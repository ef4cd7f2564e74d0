/* atomic_order.c: atomic operations of code that was built with `fencepost cc`.
 *
 * The place of the address is locked while one runs, so that a load acquires what the store
 * released whose value it gets. A store without release ends what was released before at its
 * address, an update does not (C11, 5.1.2.4: release sequences). Fences: what relaxed loads
 * have read is acquired by the next fence that acquires; after one that releases, relaxed
 * stores hand on what was done before them, which may be a little more than before the fence.
 */
#include "follower.h"
#include "interpose/hooks/hooks.h"
#include "order_object.h"
#include "thread_order.h"
#include "thread_order_part.h"

void *order_atomic(const volatile void *at) {
  if (!order_thread_enter(NULL))
    return NULL;
  order_tell_accesses();
  return order_place_enter((const void *)at, ORDER_ATOMIC);
}

static void loaded(struct follower *f, const struct earlier *p, unsigned what) {
  if (what & ATOMIC_ACQUIRES)
    order_take(f, p);
  else
    earlier_add_from(&f->read, p);
}

static void stored(struct follower *f, struct earlier *p, unsigned what) {
  if (!(what & ATOMIC_LOADS))
    earlier_clear(p);
  if (what & ATOMIC_RELEASES || f->fenced)
    order_give(p, f);
}

void order_atomic_done(void *place, const volatile void *at, unsigned what) {
  struct follower *f = follower_known();
  const void *object = (const void *)at;
  struct order_object *o = what & ATOMIC_STORES ? order_get(place, object, ORDER_ATOMIC)
                                                : order_find(place, object, ORDER_ATOMIC);
  struct earlier given_up = {.all = order_given_up(place)};
  if (what & ATOMIC_LOADS)
    loaded(f, o ? &o->past : &given_up, what);
  if (what & ATOMIC_STORES && o)
    stored(f, &o->past, what);
  order_place_leave(place);
  if (what & ATOMIC_STORES && !o)
    order_lose("there is no memory");
  order_thread_leave();
}

void order_fence(unsigned what) {
  struct follower *f = order_thread_enter(NULL);
  if (!f)
    return;
  order_tell_accesses();
  if (what & ATOMIC_ACQUIRES) {
    order_take(f, &f->read);
    earlier_clear(&f->read);
  }
  if (what & ATOMIC_RELEASES)
    f->fenced = 1;
  order_thread_leave();
}
