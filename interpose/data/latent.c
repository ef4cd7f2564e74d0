#include "latent.h"
#include "interpose/base/world.h"

/* The numbers of requests grow; an access has its place by its number. */
#define PLACES 64
static struct latent {
  uint64_t request; /* 0: free */
  struct event_data data;
  struct event_run run;
  uint32_t stack;
  int thread;
  uint16_t call;
  uint8_t store, argument;
} places[PLACES];
static int count;
static uint64_t oldest, newest; /* all are between */
static int64_t lowest, highest; /* all their bytes lie between these */

static struct latent *place_of(uint64_t request) {
  return &places[request % PLACES];
}

/* Returns the n-th place after that of the oldest. */
static struct latent *place_next(uint64_t n) {
  return &places[(oldest + n) % PLACES];
}

static uint64_t places_used(void) {
  while (count && oldest < newest && place_of(oldest)->request != oldest)
    oldest++;
  uint64_t n = newest - oldest + 1;
  return !count ? 0 : n < PLACES ? n : PLACES;
}

static struct latent *first_met(int64_t lo, int64_t hi) {
  if (!count || hi <= lowest || highest <= lo)
    return NULL;
  for (uint64_t i = 0, n = places_used(); i < n; i++) {
    struct latent *l = place_next(i);
    if (l->request && l->data.lo < hi && lo < l->data.hi)
      return l;
  }
  return NULL;
}

int latent_meets(int64_t lo, int64_t hi) {
  return first_met(lo, hi) != NULL;
}

void latent_bounds(int64_t *lo, int64_t *hi) {
  *lo = count && lowest < *lo ? lowest : *lo;
  *hi = count && highest > *hi ? highest : *hi;
}

int latent_keep(const struct frame *f, uint32_t stack, int store, uint8_t argument,
                const struct event_data *data, uint64_t request) {
  struct latent *l = place_of(request);
  if (l->request || data->runs > 1 || !data->present || (data->flags & DATA_INEXACT) ||
      first_met(data->lo, data->hi) || check_watches(world.check, data->lo, data->hi))
    return 0;
  l->request = request;
  l->data = *data;
  if (data->runs)
    l->run = *data->run;
  l->stack = stack;
  l->thread = f->thread->number;
  l->call = (uint16_t)f->call;
  l->store = (uint8_t)store;
  l->argument = argument;
  lowest = !count || data->lo < lowest ? data->lo : lowest;
  highest = !count || data->hi > highest ? data->hi : highest;
  if (!count || request > newest)
    newest = request;
  if (!count++ || request < oldest)
    oldest = request;
  return 1;
}

int latent_drop(uint64_t request) {
  struct latent *l = place_of(request);
  if (l->request != request)
    return 0;
  l->request = 0;
  count--;
  return 1;
}

static void tell(struct latent *l, void (*feed)(struct event *)) {
  struct event e = {.kind = EVENT_ACCESS, .stack = l->stack, .call = l->call};
  e.thread = l->thread;
  e.u.access = (struct event_access){
      .store = l->store, .argument = l->argument, .request = l->request, .data = l->data};
  if (l->data.runs)
    e.u.access.data.run = &l->run;
  latent_drop(l->request);
  feed(&e);
}

void latent_tell(uint64_t request, void (*feed)(struct event *)) {
  struct latent *l = place_of(request);
  if (l->request == request)
    tell(l, feed);
}

void latent_before(const struct event *e, void (*feed)(struct event *)) {
  struct latent *l;
  switch (count ? e->kind : 0) {
  case EVENT_ACCESS:
    while ((l = first_met(e->u.access.data.lo, e->u.access.data.hi)))
      tell(l, feed);
    break;
  case EVENT_FREED:
    while ((
        l = first_met((int64_t)e->u.region.base, (int64_t)e->u.region.base + e->u.region.size)))
      tell(l, feed);
    break;
  case EVENT_OP:
  case EVENT_WIN_CREATE:
  case EVENT_WIN_FREE:
  case EVENT_WIN_QUERY:
  case EVENT_ATTACH:
    while ((l = first_met(INT64_MIN, INT64_MAX)))
      tell(l, feed);
    break;
  }
}
