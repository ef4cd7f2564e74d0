/* suspects.c: accesses that race unless a value that was read orders them. They are judged when
 * all such orders are known. */
#include <stdlib.h>
#include "checker/core/access.h"
#include "checker/core/clock.h"
#include "checker/core/queue.h"
#include "checker/tell/claim.h"
#include "checker/tell/told.h"
#include "atomic.h"
#include "visible.h"

#define SUSPECTS_MOST 4096

struct suspect {
  struct finding finding;
  struct access a, b; /* copies of what the order depends on; they hold references to clocks */
  struct suspect *next;
};

/* What else it points to may be gone when the order is looked at. */
static void keep_order(struct access *into, const struct access *a) {
  *into = *a;
  into->start = clock_hold(a->start);
  into->exposed = clock_hold(a->exposed);
  into->start_time = a->tainted == TAINTED_UNDER_LOCK ? a->first_time : a->start_time;
}

/* Keeps a finding until all orders are known. A few of the same two lines are enough. */
void atomic_suspect(struct check *c, struct told *told, const struct finding *f,
                    const struct access *a, const struct access *b) {
  if (told_enough(told, 1) || c->atomic.suspect_count >= SUSPECTS_MOST)
    return;
  struct suspect *s = calloc(1, sizeof *s);
  if (!s) {
    c->failed = 1;
    return;
  }
  s->finding = *f;
  keep_order(&s->a, a);
  keep_order(&s->b, b);
  s->next = c->atomic.suspects;
  c->atomic.suspects = s;
  c->atomic.suspect_count++;
  told_suspect(told);
}

/* All orders, sorted by reader, a thread of a rank, and then by its events. `next`: how far
 * they were followed for the access in question. */
struct ledger {
  const struct event_order **at;
  int n, readers;
  struct reader {
    int first, next, end;
  } * reader;
};

/* What one thread has read, another one of its process need not know, nor that thread itself
 * what it has passed on. */
static int reader_order(const struct event_order *a, const struct event_order *b) {
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  int slot = (int)thread_slot(a->to_time) - (int)thread_slot(b->to_time);
  return slot ? slot : a->passed - b->passed;
}

static int by_reader(const void *x, const void *y) {
  const struct event_order *a = *(const struct event_order *const *)x,
                           *b = *(const struct event_order *const *)y;
  int readers = reader_order(a, b);
  if (readers)
    return readers;
  return a->to_time < b->to_time ? -1 : a->to_time > b->to_time;
}

static void ledger_take(struct ledger *l, const struct queue *orders) {
  for (int i = 0; i < orders->count; i++)
    l->at[l->n++] = queue_item(orders, i, sizeof(struct event_order));
}

/* Must be freed also if it failed. */
static void ledger_make(struct check *c, struct ledger *l) {
  size_t most = (size_t)c->atomic.orders.count + (size_t)c->atomic.heard.count + 1;
  *l = (struct ledger){.at = calloc(most, sizeof *l->at),
                       .reader = calloc(most, sizeof *l->reader)};
  if (!l->at || !l->reader) {
    c->failed = 1;
    return;
  }
  ledger_take(l, &c->atomic.orders);
  ledger_take(l, &c->atomic.heard);
  qsort(l->at, (size_t)l->n, sizeof *l->at, by_reader);
  for (int i = 0; i < l->n; i++) {
    if (!i || reader_order(l->at[i], l->at[i - 1]))
      l->reader[l->readers++].first = i;
    l->reader[l->readers - 1].end = i + 1;
  }
}

static void ledger_free(struct ledger *l) {
  free(l->at);
  free(l->reader);
}

/* Returns whether `a` comes after that read and is not the read itself. */
static int knows_read(const struct check *c, const struct access *a,
                      const struct event_order *o) {
  int own = o->to == a->rank && thread_slot(o->to_time) == thread_slot(a->start_time);
  return !(own && o->passed) && access_knows(c, a, o->to, o->to_time + (own ? EVENT_STEP : 0));
}

/* A process that has not made its write yet cannot have been read from, in spite of any
 * doubt. */
static void learn(struct check *c, struct access *a, const struct event_order *o) {
  if (access_knows(c, a, o->from, o->from_time) ||
      (o->from == a->rank && o->from_time > a->start_time))
    return;
  a->start = clock_join(a->start, a->rank, o->floor, o->entries, o->entry, &c->failed);
  a->start = clock_add(a->start, a->rank, o->from, o->from_time, &c->failed);
}

/* Adds to what `a` knew at its start everything that was read before it. Each order is looked
 * at once, when `a` knows the event of its reader. */
static void follow(struct check *c, struct ledger *l, struct access *a) {
  for (int i = 0; i < l->readers; i++)
    l->reader[i].next = l->reader[i].first;
  for (int more = 1; more && !c->failed;) {
    more = 0;
    for (struct reader *r = l->reader; r < l->reader + l->readers; r++)
      for (; r->next < r->end && !c->failed; r->next++, more = 1) {
        const struct event_order *o = l->at[r->next];
        if (!knows_read(c, a, o))
          break;
        learn(c, a, o);
      }
  }
}

static void suspect_free(struct suspect *s) {
  clock_drop(s->a.start);
  clock_drop(s->a.exposed);
  clock_drop(s->b.start);
  clock_drop(s->b.exposed);
  free(s);
}

/* Returns whether somebody had read what `a` wrote before `b` started. */
static int seen_before(const struct check *c, const struct ledger *l, const struct access *a,
                       const struct access *b) {
  for (int i = 0; !a->local && a->count == 1 && i < l->n; i++) {
    const struct event_order *o = l->at[i];
    if (o->seen && o->from == a->rank && o->from_time == a->start_time && knows_read(c, b, o))
      return 1;
  }
  return 0;
}

static int ordered(const struct check *c, const struct ledger *l, const struct access *a,
                   const struct access *b) {
  return access_before(c, a, b) || access_before(c, b, a) || seen_before(c, l, a, b) ||
         seen_before(c, l, b, a);
}

void atomic_judge(struct check *c) {
  struct ledger l = {0};
  if (c->atomic.suspects)
    ledger_make(c, &l);
  while (c->atomic.suspects && !c->failed) {
    struct suspect *s = c->atomic.suspects;
    c->atomic.suspects = s->next;
    follow(c, &l, &s->a);
    follow(c, &l, &s->b);
    int unordered = !ordered(c, &l, &s->a, &s->b) && !(s->finding.slug == SLUG_SHARED_RACE &&
                                                       visible_hidden(c, s->finding.window.id));
    c->gaps.doubted += unordered && c->atomic.lost;
    if (unordered && !c->atomic.lost)
      claim_out(c, &s->finding);
    suspect_free(s);
  }
  ledger_free(&l);
}

void atomic_suspects_free(struct check *c) {
  while (c->atomic.suspects) {
    struct suspect *s = c->atomic.suspects;
    c->atomic.suspects = s->next;
    suspect_free(s);
  }
}
