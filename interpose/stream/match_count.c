/* match_count.c: how many messages were received. */
#include "match_part.h"

struct counting {
  const struct match *match;
  void *context;
  match_counted *each;
};

/* Those that are not idle any more are counted by their place. */
static void idle(void *context, int source, int tag, int64_t count) {
  const struct counting *c = context;
  struct envelope key = {source, tag};
  const struct match_place *p;
  HASH_FIND(hh, c->match->places, &key, sizeof key, p);
  if (!p)
    c->each(c->context, source, tag, count);
}

/* A receive that waits for its ordinal counts for the source and tag that it names. */
static int64_t waiting(const struct match_place *p) {
  int64_t n = 0;
  for (const struct receive *r = p->first; r; r = r->after)
    n++;
  return n;
}

int match_count(struct match *m, void *context, match_counted *each) {
  struct counting c = {m, context, each};
  struct match_place *p, *next;
  if (m->loose || m->wild)
    return 0;
  HASH_ITER(hh, m->places, p, next) {
    int64_t n = p->next - (int64_t)p->holes + waiting(p);
    if (n > 0 && !place_is_wild(p))
      each(context, p->envelope.source, p->envelope.tag, n);
  }
  idle_places_each(&m->idle, &c, idle);
  return 1;
}
