#include "order_object.h"
#include <stdint.h>
#include "interpose/base/leaf.h"
#include "interpose/base/spin_flag.h"

#define PLACES_BITS 12
#define CHUNK 64 /* objects that are allocated together */

struct order_place {
  atomic_flag busy;
  struct order_object *first;
  uint64_t given_up;
};

static struct order_place places[1u << PLACES_BITS];
static struct order_object *spare, *chunk;
static unsigned chunk_left;
static atomic_flag pool = ATOMIC_FLAG_INIT;

struct order_place *order_place_enter(const void *address, unsigned kind) {
  uint64_t name = (uint64_t)(uintptr_t)address * ORDER_KINDS + kind;
  struct order_place *p = &places[name * 0x9e3779b97f4a7c15u >> (64 - PLACES_BITS)];
  spin_take(&p->busy);
  return p;
}

void order_place_leave(struct order_place *p) {
  spin_leave(&p->busy);
}

static struct order_object *node_take(void) {
  spin_take(&pool);
  struct order_object *o = spare;
  if (o) {
    spare = o->next;
  } else {
    if (!chunk_left && (chunk = pages_grow(NULL, 0, CHUNK * sizeof *chunk)))
      chunk_left = CHUNK;
    if (chunk_left)
      o = &chunk[--chunk_left];
  }
  spin_leave(&pool);
  return o;
}

static void node_give(struct order_object *o) {
  earlier_clear(&o->past);
  earlier_clear(&o->other);
  spin_take(&pool);
  o->next = spare;
  spare = o;
  spin_leave(&pool);
}

uint64_t order_given_up(const struct order_place *p) {
  return p->given_up;
}

static struct order_object **at(struct order_place *p, const void *address, unsigned kind) {
  struct order_object **o = &p->first;
  while (*o && ((*o)->address != address || (*o)->kind != kind))
    o = &(*o)->next;
  return o;
}

/* The object comes to the front, so the last one is the one that was not used for longest. */
struct order_object *order_find(struct order_place *p, const void *address, unsigned kind) {
  struct order_object **o = at(p, address, kind), *found = *o;
  if (!found || found == p->first)
    return found;
  *o = found->next;
  found->next = p->first;
  return p->first = found;
}

void order_drop(struct order_place *p, const void *address, unsigned kind) {
  struct order_object **o = at(p, address, kind), *found = *o;
  if (!found)
    return;
  *o = found->next;
  node_give(found);
}

static void give_up_last(struct order_place *p) {
  struct order_object **o = &p->first;
  int n = 1;
  if (!*o)
    return;
  for (; (*o)->next; o = &(*o)->next)
    n++;
  if (n < ORDER_TABLE_DEEP)
    return;
  struct order_object *last = *o;
  uint64_t known = earlier_latest(&last->past), other = earlier_latest(&last->other);
  known = other > known ? other : known;
  p->given_up = known > p->given_up ? known : p->given_up;
  *o = NULL;
  node_give(last);
}

struct order_object *order_get(struct order_place *p, const void *address, unsigned kind) {
  struct order_object *o = order_find(p, address, kind);
  if (o)
    return o;
  give_up_last(p);
  if (!(o = node_take()))
    return NULL;
  *o = (struct order_object){.next = p->first, .address = address, .kind = kind};
  if (p->given_up)
    earlier_add_all(&o->past, p->given_up);
  return p->first = o;
}
