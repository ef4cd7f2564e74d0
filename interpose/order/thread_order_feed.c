/* thread_order_feed.c: tells the checker what orders a thread, before the thread's next event.
 */
#include <pthread.h>
#include <stdio.h>
#include "follower.h"
#include "interpose/base/world.h"
#include "thread_order.h"
#include "thread_order_part.h"

_Atomic int order_several, order_ended;
static const char *_Atomic lost;
_Atomic uint64_t order_untold;
#define UNTIL_NOW UINT64_MAX
static struct order_parts parts;

void order_feed_begin(const struct order_parts *with) {
  parts = *with;
}

void order_lose(const char *why) {
  const char *none = NULL;
  atomic_compare_exchange_strong(&lost, &none, why);
}

int order_lost(void) {
  return lost != NULL;
}

void order_end(void) {
  char text[320];
  if (!lost || !order_several)
    return;
  snprintf(text, sizeof text,
           "the events of the threads of a process count as ordered as they came: %s", lost);
  world_blind(text, SEEN_THREAD_ATOMICS, UNSEEN_ORDER);
}

/* What the checker is told at once, with the lock of the world. */
static struct event_counted known[EARLIER_MOST];
static int known_count;

static void feed_thread(struct follower *f, int flag, void (*feed)(struct event *e)) {
  if (!followers_untold() && !order_made_early)
    flag |= THREAD_ALL;
  struct event e = {.kind = EVENT_THREAD, .thread = f->number, .flag = (uint8_t)flag};
  e.u.known.counts = known_count;
  e.u.known.counted = known;
  feed(&e);
  known_count = 0;
}

static void feed_when_full(struct follower *f, void (*feed)(struct event *e)) {
  if (known_count == EARLIER_MOST)
    feed_thread(f, 0, feed);
}

/* The checker is told of threads that it knows, as it does the first one from the beginning. */
static void learn(struct follower *f, int thread, uint64_t seq) {
  const struct follower *other = follower_of(thread);
  if (thread == f->number || seq <= earlier_of(&f->learned, thread))
    return;
  if (!thread || (other && other->told))
    known[known_count++] = (struct event_counted){(uint64_t)thread, seq};
  if (!earlier_try(&f->learned, thread, seq)) {
    earlier_clear(&f->learned);
    f->forgot = 1;
  }
}

/* What was learned of later events stays. */
static void learned_all(struct earlier *learned, uint64_t seq) {
  struct earlier kept = {0};
  earlier_add_all(&kept, seq);
  for (uint32_t i = 0; i < learned->count; i++) {
    const struct earlier_entry *e = &earlier_entries(learned)[i];
    if (e->seq > seq)
      earlier_add(&kept, e->thread, e->seq);
  }
  earlier_clear(learned);
  *learned = kept;
}

static void learn_all(struct follower *f, uint64_t seq, void (*feed)(struct event *e)) {
  int highest = followers_highest();
  for (int i = 0; i <= highest; i++) {
    const struct follower *other = follower_of(i);
    uint64_t fed = other ? other->fed : i ? 0 : seq;
    feed_when_full(f, feed);
    if (fed)
      learn(f, i, fed < seq ? fed : seq);
  }
  learned_all(&f->learned, seq);
}

static void learn_pending(struct follower *f, void (*feed)(struct event *e)) {
  follower_lock(f);
  struct earlier p = f->pending;
  f->pending = (struct earlier){0};
  for (uint32_t i = 0; i < p.count; i++) {
    feed_when_full(f, feed);
    learn(f, earlier_entries(&p)[i].thread, earlier_entries(&p)[i].seq);
  }
  if (p.all > f->learned.all)
    learn_all(f, p.all, feed);
  earlier_clear(&p);
  follower_unlock(f);
}

static void tell_ended(void (*feed)(struct event *e)) {
  order_ended = 0;
  for (struct follower *f = follower_ended(), *next; f; f = next) {
    next = f->next;
    if (f->told && f->number)
      feed_thread(f, THREAD_ENDS, feed);
    earlier_clear(&f->pending);
    earlier_clear(&f->learned);
    earlier_clear(&f->read);
  }
}

void order_look(void) {
  static pthread_mutex_t looking = PTHREAD_MUTEX_INITIALIZER;
  static int looked;
  pthread_mutex_lock(&looking);
  const char *why = looked ? NULL : parts.unseen();
  if (why)
    order_lose(why);
  looked = 1;
  pthread_mutex_unlock(&looking);
}

static void begin_several(void (*feed)(struct event *e)) {
  order_look();
  order_several = 1;
  parts.several(feed);
}

void order_untold_begin(void) {
  order_untold = UNTIL_NOW;
}

void order_untold_end(void) {
  if (order_untold == UNTIL_NOW)
    order_untold = parts.last();
}

void order_spread(void) {
  uint64_t now = parts.last(), before = order_untold;
  while (before < now && !atomic_compare_exchange_weak(&order_untold, &before, now))
    ;
}

void order_expect(void (*feed)(struct event *e)) {
  struct event e = {.kind = EVENT_THREAD};
  if (order_several)
    return;
  begin_several(feed);
  feed(&e);
  order_untold_end();
}

/* The first thread needs no event to begin: the checker takes all events for its, until it
 * hears of others. */
static int begins(struct follower *f, void (*feed)(struct event *e)) {
  if (f->told)
    return 0;
  follower_tell(f);
  if (!f->number)
    return 0;
  if (!order_several)
    begin_several(feed);
  if (f->maker != MAKER_OPENMP && parts.unseen_maker(f->pc, f->depth))
    order_lose("a library whose code was not looked at has made a thread");
  parts.made(f->number, &(struct order_birth){f->maker, f->pc, f->depth, f->openmp});
  return f->maker == MAKER_OPENMP ? THREAD_BEGINS | THREAD_OPENMP : THREAD_BEGINS;
}

void order_before(int thread, uint64_t last, void (*feed)(struct event *e)) {
  struct follower *f = follower_of(thread);
  if (order_ended)
    tell_ended(feed);
  if (!f && thread_current && thread_current->number == thread)
    f = follower_own();
  if (!f || f->foreign)
    order_lose("a thread that is not followed does what is checked");
  if (!f)
    return;
  int flag = begins(f, feed);
  if (!order_several)
    return;
  if (!earlier_empty(&f->pending))
    learn_pending(f, feed);
  uint64_t all = lost || order_untold > last ? last : order_untold;
  if (lost || all > f->learned.all)
    learn_all(f, all, feed);
  if (flag || known_count)
    feed_thread(f, flag, feed);
}

void order_fed(int thread, uint64_t seq) {
  struct follower *f = follower_of(thread);
  if (f || (f = follower_of(0))) /* the checker takes an unknown thread for the first one */
    f->fed = seq;
}
