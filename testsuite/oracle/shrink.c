#include "shrink.h"
#include "compare.h"
#include "legal.h"
#include "match.h"

static int still_wrong(const struct program *p) {
  return p->calls && legal_program(p) && compare(p, NULL, NULL);
}

static int keep_if_wrong(struct program *p, const struct program *smaller) {
  if (!still_wrong(smaller))
    return 0;
  *p = *smaller;
  return 1;
}

/* Counts the messages from and to the same ranks with the same key that were sent before. */
static int number_of(const struct program *p, int release) {
  const struct act *r = &p->call[release];
  int n = 0;
  for (int i = 0; i < release; i++) {
    const struct act *c = &p->call[i];
    n += c->kind == EVENT_RELEASE && c->rank == r->rank && c->target == r->target &&
         c->key == r->key;
  }
  return n;
}

static int drop_tag(struct program *p, int tag) {
  struct program q = *p;
  int at[ACTS];
  q.calls = 0;
  for (int i = 0; i < p->calls; i++) {
    at[i] = q.calls;
    if (p->call[i].tag != tag)
      q.call[q.calls++] = p->call[i];
  }
  for (int i = 0; i < p->calls; i++)
    if (p->call[i].kind == EVENT_ACQUIRE && p->call[i].tag != tag)
      q.call[at[i]].number = number_of(&q, at[match_release(p, i)]);
  return q.calls < p->calls && keep_if_wrong(p, &q);
}

static int drop_each(struct program *p) {
  int most = 0, changed = 0;
  for (int i = 0; i < p->calls; i++)
    most = p->call[i].tag > most ? p->call[i].tag : most;
  for (int tag = most; tag > 0; tag--)
    changed |= drop_tag(p, tag);
  return changed;
}

/* Tries to play the program in a simpler way. */
static void play_plainly(struct program *p) {
  struct program q = *p;
  q.schedule = 0;
  keep_if_wrong(p, &q);
  q = *p;
  q.delivery = DELIVER_AT_ONCE;
  keep_if_wrong(p, &q);
  q = *p;
  q.eager = 0;
  keep_if_wrong(p, &q);
  q = *p;
  q.decided = 0;
  keep_if_wrong(p, &q);
  q = *p;
  q.watched = 0;
  keep_if_wrong(p, &q);
  q = *p;
  q.retires = 0;
  keep_if_wrong(p, &q);
  q = *p;
  q.brief = 0;
  keep_if_wrong(p, &q);
}

/* With lines of their own. */
static void part_lines(struct program *p) {
  for (int i = 0; i < p->calls; i++) {
    struct program q = *p;
    q.call[i].line = 0;
    if (p->call[i].line)
      keep_if_wrong(p, &q);
  }
}

/* Tries the calls without their assertions. */
static void simplify(struct program *p) {
  for (int i = 0; i < p->calls; i++) {
    struct program q = *p;
    int tag = p->call[i].tag;
    for (int k = 0; k < q.calls; k++)
      if (q.call[k].tag == tag)
        q.call[k].assertion = 0;
    if (p->call[i].assertion)
      keep_if_wrong(p, &q);
  }
}

void shrink(struct program *p) {
  while (drop_each(p))
    ;
  play_plainly(p);
  part_lines(p);
  simplify(p);
  while (drop_each(p))
    ;
}
