/* record_poll.c: which loads poll a location. */
#include "record_part.h"

static unsigned chain;

void record_chain_end(void) {
  chain++;
}

/* Whether a site did nothing but read one element. */
static int is_single(const struct hooks_run *run, uint32_t site) {
  return run->holds && !run->next && run->size <= 8 && !(run->lo % run->size) &&
         !(record_sites[site].how & HOOKS_STORE);
}

/* The loop may have MPI_Win_sync in it: then each segment has one look. */
static const struct record_look *look_before(const struct recorder *r, uint32_t site) {
  const struct hooks_run *run = &r->hooks.run[site];
  for (int i = 0; i < r->looks && r->chain == chain; i++)
    if (r->look[i].site == site && r->look[i].at == run->lo && r->look[i].size == run->size)
      return &r->look[i];
  return NULL;
}

static int polls(const struct recorder *r, uint32_t site) {
  const struct hooks_run *run = &r->hooks.run[site];
  const struct record_look *before = look_before(r, site);
  if (before)
    return before->polled ? RECORD_POLLS : RECORD_POLLS | RECORD_POLLED;
  return run->again && run->value != record_value(run->lo, run->size) ? RECORD_POLLS : 0;
}

int poll_is(const struct recorder *r, uint32_t site) {
  return is_single(&r->hooks.run[site], site) && polls(r, site);
}

int poll_held(const struct hooks_run *run, uint32_t site, record_held *held) {
  return held && is_single(run, site) && held(run->lo, run->size);
}

void poll_find(struct polled *p, struct recorder *r, record_held *held) {
  struct record_look look[LOOKS];
  int looks = 0;
  p->count = 0;
  for (uint32_t i = 1; i <= r->active_count; i++) {
    uint32_t site = r->active[i];
    const struct hooks_run *run = &r->hooks.run[site];
    int how = is_single(run, site) ? polls(r, site) : 0;
    if (how && p->count < POLLED) {
      p->at[p->count] = run->lo;
      p->how[p->count++] = how;
    }
    if (looks < LOOKS && is_single(run, site) && !poll_held(run, site, held))
      look[looks++] = (struct record_look){site, run->size, run->lo, how};
  }
  for (int i = 0; i < looks; i++)
    r->look[i] = look[i];
  r->looks = looks;
  r->chain = chain;
}

/* A compiler may put the first of the loads before the loop. */
int poll_of(const struct polled *p, uint32_t site, const struct record_item *all) {
  for (int i = 0; i < p->count; i++)
    if (all->lo == p->at[i] && all->count == 1 && all->length <= 8)
      return record_sites[site].how & HOOKS_STORE ? 0 : p->how[i];
  return 0;
}
