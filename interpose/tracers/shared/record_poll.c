/* record_poll.c: which loads poll a location. */
#include "record_part.h"

static unsigned chain;
int (*record_spins)(uintptr_t pc, size_t size, int told);

void record_chain_end(void) {
  chain++;
}

/* Returns whether a site only read one element. */
static int is_single(const struct hooks_run *run, uint32_t site) {
  return run->holds && !run->next && run->size <= 8 && !(run->lo % run->size) &&
         !(record_sites[site].how & HOOKS_STORE);
}

static int spins(uint32_t site, size_t size) {
  struct record_site *s = &record_sites[site];
  if (!record_spins)
    return 0;
  if (s->spins == SPINS_UNKNOWN)
    s->spins = record_spins(s->pc, size, !s->faults) ? SPINS : SPINS_NOT;
  return s->spins == SPINS;
}

/* Finds earlier looks. The loop may call MPI_Win_sync: then each segment has one look. A
 * compiler may have made copies of the load, so other sites count, too. */
static int looked(const struct recorder *r, uint32_t site) {
  const struct hooks_run *run = &r->hooks.run[site];
  int found = 0;
  for (int i = 0; i < r->looks && r->chain == chain; i++) {
    const struct record_look *l = &r->look[i];
    if (l->at == run->lo && l->size == run->size && l->polled)
      return RECORD_POLLS;
    if (l->at == run->lo && l->size == run->size && l->site == site)
      found = RECORD_POLLS | RECORD_POLLED;
  }
  return found;
}

/* Returns whether the program itself has changed what the load reads. */
static int stored(const struct recorder *r, const struct hooks_run *load) {
  for (uint32_t i = 1; i <= r->active_count; i++) {
    const struct hooks_run *run = &r->hooks.run[r->active[i]];
    if (run->lo == load->lo && record_sites[r->active[i]].how & HOOKS_STORE)
      return 1;
  }
  return 0;
}

/* A loop that waits may be entered again for another location: all that its load reads is
 * polled. */
static int any_spins(const struct hooks_run *run, uint32_t site) {
  return run->holds && run->size <= 8 && !(record_sites[site].how & HOOKS_STORE) &&
         spins(site, run->size);
}

static int polls(const struct recorder *r, uint32_t site) {
  const struct hooks_run *run = &r->hooks.run[site];
  int single = is_single(run, site), before = single ? looked(r, site) : 0;
  if (before)
    return before;
  if (any_spins(run, site))
    return RECORD_POLLS | RECORD_POLLED;
  return single && run->again && run->value != record_value(run->lo, run->size) &&
                 !stored(r, run)
             ? RECORD_POLLS
             : 0;
}

int poll_is(const struct recorder *r, uint32_t site) {
  return polls(r, site) != 0;
}

/* Returns whether another site than those of held looks has accessed such memory. Looks must be
 * told before what comes after them. */
static int is_beside(const struct recorder *r, record_held *held) {
  for (uint32_t i = 1; i <= r->active_count; i++) {
    const struct hooks_run *run = &r->hooks.run[r->active[i]];
    struct record_item item = run_item(run);
    if (run->place == i && run->holds && item.count && !run->held &&
        held(item.lo, (item.count - 1) * item.stride + item.length))
      return 1;
  }
  return r->items || r->leaves.used;
}

/* A look that an atomic store has released must be told before that. */
void poll_hold(const struct recorder *r, record_held *held) {
  for (uint32_t i = 1; i <= r->active_count; i++) {
    struct hooks_run *run = &r->hooks.run[r->active[i]];
    run->held = held && is_single(run, r->active[i]) && held(run->lo, run->size) &&
                !stored(r, run) && !is_released(r, run->place);
  }
  if (held && is_beside(r, held))
    poll_hold(r, NULL);
}

static void look_add(struct recorder *r, uint32_t site, int polled) {
  const struct hooks_run *run = &r->hooks.run[site];
  int i = 0;
  while (i < r->looks &&
         (r->look[i].site != site || r->look[i].at != run->lo || r->look[i].size != run->size))
    i++;
  if (i == LOOKS)
    return;
  r->looks += i == r->looks;
  r->look[i] = (struct record_look){site, run->size, run->lo, polled};
}

void poll_find(struct polled *p, struct recorder *r) {
  p->count = 0;
  if (r->chain != chain)
    r->looks = 0;
  r->chain = chain;
  for (uint32_t i = 1; i <= r->active_count; i++) {
    uint32_t site = r->active[i];
    const struct hooks_run *run = &r->hooks.run[site];
    int single = is_single(run, site), how = polls(r, site);
    if (single && how && p->count < POLLED) {
      p->at[p->count] = run->lo;
      p->how[p->count++] = how;
    }
    if (single && !run->held)
      look_add(r, site, how);
  }
}

/* A compiler may put the first of the loads before the loop. */
int poll_of(const struct polled *p, uint32_t site, const struct record_item *all, size_t n) {
  const struct record_site *s = &record_sites[site];
  if (s->how & HOOKS_STORE)
    return 0;
  for (int i = 0; i < p->count && n == 1; i++)
    if (all->lo == p->at[i] && all->count == 1 && all->length <= 8)
      return p->how[i];
  return s->spins == SPINS ? RECORD_POLLS | RECORD_POLLED : 0;
}
