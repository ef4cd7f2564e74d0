/* watch.c: the addresses at which accesses of the program matter: windows, own or shared, and
 * buffers in use. */
#include "access.h"
#include "memory.h"
#include "shelf.h"
#include "watch.h"

static void watch_run(struct check *c, const struct event_run *run, int update) {
  if (c->out.watch)
    c->out.watch(c->out.context, run, update ? WATCH_WRITTEN : WATCH_READ);
}

static void note_bytes(struct in_use *u, int64_t lo, int64_t hi) {
  u->bytes.lo = lo < u->bytes.lo ? lo : u->bytes.lo;
  u->bytes.hi = hi > u->bytes.hi ? hi : u->bytes.hi;
  u->grown++;
}

void watch_use(struct check *c, const struct access *a) {
  note_bytes(&c->in_use, a->lo, a->hi);
  for (int32_t i = 0; i < a->runs; i++)
    watch_run(c, &a->run[i], a->update);
}

void watch_past(struct check *c, const struct access *a) {
  note_bytes(&c->in_use, a->lo, a->hi);
}

void watch_more(struct check *c, const struct access *a, const struct event_run *run) {
  note_bytes(&c->in_use, run->lo, run->lo + run->length);
  watch_run(c, run, a->update);
}

void open_add(struct check *c, struct access *a) {
  shelf_add(c, &c->in_use.open[a->update], a);
  watch_use(c, a);
}

void watch_less(struct check *c) {
  if (!c->in_use.open[0].count && !c->in_use.open[1].count && !c->in_use.past.count)
    c->in_use.bytes = (struct span){INT64_MAX, INT64_MIN};
  if (c->out.unwatch)
    c->out.unwatch(c->out.context, 0);
}

void open_remove(struct check *c, struct access *a) {
  if (a->gone) {
    shelf_remove(c, &c->in_use.gone, a);
    return;
  }
  shelf_remove(c, &c->in_use.open[a->update], a);
  watch_less(c);
}

void watch_memory(struct check *c, int64_t lo, int64_t hi) {
  struct event_run all = {lo, hi - lo, 1, 1};
  if (c->out.watch && lo < hi)
    c->out.watch(c->out.context, &all, WATCH_WINDOW);
}

void watch_renew(struct check *c) {
  if (c->out.unwatch)
    c->out.unwatch(c->out.context, 1);
}

struct watched {
  void *context;
  void (*each)(void *context, const struct event_run *run, enum watch what);
};

static void each_open(void *context, struct access *a) {
  struct watched *w = context;
  for (int32_t i = 0; i < a->runs; i++)
    w->each(w->context, &a->run[i], a->update ? WATCH_WRITTEN : WATCH_READ);
}

/* Two accesses of the program itself are never compared. */
static void each_past(void *context, struct access *a) {
  if (!a->program)
    each_open(context, a);
}

static int each_place(void *context, const struct place *p) {
  struct watched *w = context;
  struct event_run all = {p->lo, p->hi - p->lo, 1, 1};
  w->each(w->context, &all, WATCH_WINDOW);
  return 0;
}

void check_watched(struct check *c, int window, void *context,
                   void (*each)(void *context, const struct event_run *run, enum watch what)) {
  struct watched w = {context, each};
  if (window) {
    place_each(&c->memory.own, INT64_MIN, INT64_MAX, &w, each_place);
    place_each(&c->memory.mapped, INT64_MIN, INT64_MAX, &w, each_place);
    return;
  }
  for (int i = 0; i < 2; i++)
    shelf_each(&c->in_use.open[i], INT64_MIN, INT64_MAX, &w, each_open);
  shelf_each(&c->in_use.past, INT64_MIN, INT64_MAX, &w, each_past);
}

uint64_t check_in_use(const struct check *c, int64_t *lo, int64_t *hi) {
  *lo = c->in_use.bytes.lo;
  *hi = c->in_use.bytes.hi;
  return c->in_use.grown;
}

struct listed {
  struct used_bytes *list;
  int count, most;
};

static void list_open(void *context, struct access *a) {
  struct listed *l = context;
  for (int32_t i = 0; i < a->runs && l->count <= l->most; i++, l->count++)
    if (l->count < l->most)
      l->list[l->count] = (struct used_bytes){a->run[i].lo, run_hi(&a->run[i])};
}

int check_in_use_list(const struct check *c, struct used_bytes *list, int most) {
  struct listed l = {list, 0, most};
  if (c->in_use.open[0].count + c->in_use.open[1].count + c->in_use.past.count > (size_t)most)
    return -1;
  for (int i = 0; i < 2; i++)
    shelf_each(&c->in_use.open[i], INT64_MIN, INT64_MAX, &l, list_open);
  shelf_each(&c->in_use.past, INT64_MIN, INT64_MAX, &l, list_open);
  return l.count > most ? -1 : l.count;
}

int check_past_buffers(const struct check *c) {
  return c->in_use.past_buffers != 0;
}

int check_past(const struct check *c, int64_t lo, int64_t hi) {
  return shelf_touched(&c->in_use.past, lo, hi);
}

unsigned check_uses(struct check *c, int64_t lo, int64_t hi) {
  unsigned found = 0;
  if (shelf_touched(&c->in_use.open[0], lo, hi))
    found |= 1u << WATCH_READ;
  if (shelf_touched(&c->in_use.open[1], lo, hi))
    found |= 1u << WATCH_WRITTEN;
  if (memory_holds(c, lo, hi) || shared_meets(c, lo, hi))
    found |= 1u << WATCH_WINDOW;
  return found;
}
