/* state.c: what a rank waits for and how far it has come, for hang reports. */
#include <stdlib.h>
#include "state.h"
#include "window_table.h"

static const char *access_name(const struct window *w) {
  static const char *const names[] = {"none", "start", "lock", "lock_all"};
  return w->access == ACCESS_NONE && w->fence_open ? "fence" : names[w->access];
}

static int count_targets(const struct window *w) {
  return w->access == ACCESS_START || w->starting ? w->started_count
         : w->access == ACCESS_LOCK               ? (int)HASH_COUNT(w->locks)
         : w->access == ACCESS_LOCK_ALL           ? (int)HASH_COUNT(w->pairs)
                                                  : 0;
}

static uint8_t lock_bits(const struct site *s, int granted) {
  return (uint8_t)((s->exclusive ? CHECK_EXCLUSIVE : 0) | (granted ? CHECK_GRANTED : 0) |
                   (s->assertion & ASSERT_NOCHECK ? CHECK_NOCHECK : 0));
}

static void fill(const struct window *w, struct check_window *v, int32_t *ranks, uint8_t *locks,
                 struct check_peer *peers) {
  int32_t n = 0;
  if (w->access == ACCESS_START || w->starting)
    for (int32_t i = 0; i < w->started_count; i++)
      ranks[n++] = window_rank(w, w->started[i]);
  else if (w->access == ACCESS_LOCK)
    for (const struct lock *l = w->locks; l; l = l->hh.next) {
      locks[n] = lock_bits(&l->site, l->held && l->granted);
      ranks[n++] = window_rank(w, l->index);
    }
  else if (w->access == ACCESS_LOCK_ALL)
    for (const struct pair *p = w->pairs; p; p = p->hh.next) {
      locks[n] = lock_bits(&w->access_site, p->granted);
      ranks[n++] = p->rank;
    }
  v->lock = locks;
  v->targets = n;
  v->target = ranks;
  v->origin = ranks + n;
  v->origins = w->posted ? w->origin_count : 0;
  for (int32_t i = 0; i < v->origins; i++)
    ranks[n++] = window_rank(w, w->origins[i]);
  v->peer = peers;
  for (const struct pair *p = w->pairs; p; p = p->hh.next)
    peers[v->peers++] =
        (struct check_peer){p->rank, p->posts, p->starts, p->completes, p->waits};
}

void check_windows(struct check *c, void *context,
                   void (*each)(void *context, const struct check_window *w)) {
  for (struct window *w = c->windows.table; w; w = w->hh.next) {
    if (!w->used || w->freed)
      continue;
    struct check_window v = {.id = w->id,
                             .flavor = w->flavor,
                             .model = w->model,
                             .access = access_name(w),
                             .exposure = w->posted ? "post" : "none",
                             .access_site = w->access_site,
                             .exposure_site = w->post_site,
                             .fences = (uint64_t)w->fence_count};
    int32_t *ranks = calloc((size_t)(count_targets(w) + w->origin_count) + 1, sizeof *ranks);
    uint8_t *locks = calloc((size_t)count_targets(w) + 1, 1);
    struct check_peer *peers = calloc(HASH_COUNT(w->pairs) + 1, sizeof *peers);
    if (ranks && locks && peers) {
      fill(w, &v, ranks, locks, peers);
      each(context, &v);
    }
    free(ranks);
    free(locks);
    free(peers);
  }
}
