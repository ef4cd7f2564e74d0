/* round.c: which messages have come from everybody.
 *
 * A message of a rank tells that all it sent before have come. Of ranks that send none that is
 * never known; so all ranks now and then add up what is missing. Every few calls that all ranks
 * of the world must enter a round begins; in round k each rank knows how many messages it had
 * sent when round k - 1 began, and how many of those that others had sent by then it got. The
 * sum of the differences goes up a binary tree of the ranks, a step with each such call. If it
 * is 0, nothing sent before round k - 1 is on its way any more, and the root lets all know. A
 * round that comes to no end, or to another sum, does no harm: the next one looks at all
 * messages again. Cost: two messages of each rank in a round; nothing else grows with the
 * ranks. */
#include "peer.h"
#include "round.h"
#include "state.h"

/* Calls in a round: enough for the way up. */
static uint64_t calls(const struct check *c) {
  uint64_t n = 8;
  for (int32_t r = c->size; r > 1; r /= 2)
    n += 2;
  return n;
}

void round_sent(struct check *c) {
  c->quiet.sent++;
}

/* Sent when its rank had made so many calls. */
void round_came(struct check *c, uint64_t generation) {
  struct quiet *q = &c->quiet;
  uint64_t round = generation / calls(c);
  if (round + 3 <= q->round)
    q->older++;
  else
    q->came[round % QUIET_ROUNDS]++;
}

/* Before anything is sent in this call. */
void round_enter(struct check *c) {
  struct quiet *q = &c->quiet;
  if (c->time.generation % calls(c))
    return;
  q->round++;
  q->cut = q->next_cut;
  q->next_cut = q->sent;
  uint64_t *next = &q->came[(q->round + 1) % QUIET_ROUNDS];
  q->older += *next;
  *next = 0;
}

/* The library refused the call: the round begins with the next. */
void round_undo(struct check *c) {
  struct quiet *q = &c->quiet;
  if ((c->time.generation + 1) % calls(c))
    return;
  q->told = --q->round; /* what it was to tell is not known any more */
  q->next_cut = q->cut;
}

/* What it was to tell in this round is not known. */
void round_skip(struct check *c) {
  struct quiet *q = &c->quiet;
  uint64_t round = c->time.generation / calls(c);
  if (round <= q->round)
    return;
  q->told = q->round = round;
  q->cut = q->next_cut = q->sent;
  for (int i = 0; i < QUIET_ROUNDS; i++) {
    q->older += q->came[i];
    q->came[i] = 0;
  }
}

static void send(struct check *c, int32_t to, struct event_quiet u) {
  struct event e = {.kind = EVENT_QUIET, .rank = c->rank, .target = -1};
  e.u.quiet = u;
  peer_send(c, to, &e);
}

static int32_t child(const struct check *c, int i) {
  int64_t rank = 2 * (int64_t)c->rank + 1 + i;
  return rank < c->size ? (int32_t)rank : -1;
}

static void up(struct check *c) {
  struct quiet *q = &c->quiet;
  int64_t missing =
      (int64_t)q->cut - (int64_t)(q->older + q->came[(q->round + 2) % QUIET_ROUNDS]);
  for (int i = 0; i < 2 && child(c, i) >= 0; i++) {
    if (q->child[i].round != q->round)
      return;
    missing += q->child[i].missing;
  }
  q->told = q->round;
  if (c->rank)
    send(c, (c->rank - 1) / 2, (struct event_quiet){q->round, missing, 0});
  else if (!missing)
    q->passed = q->round;
}

/* The call was made by all. */
void round_leave(struct check *c) {
  struct quiet *q = &c->quiet;
  if (q->told < q->round)
    up(c);
  uint64_t time = q->passed ? (q->passed - 1) * calls(c) * GENERATION : 0;
  if (time <= q->time)
    return;
  q->time = time;
  for (int i = 0; i < 2 && child(c, i) >= 0; i++)
    send(c, child(c, i), (struct event_quiet){q->passed, 0, 1});
}

void round_feed(struct check *c, const struct event *e) {
  const struct event_quiet *u = &e->u.quiet;
  struct quiet *q = &c->quiet;
  if (u->over && u->round > q->passed)
    q->passed = u->round;
  for (int i = 0; i < 2 && !u->over; i++)
    if (e->rank == child(c, i))
      q->child[i] = *u;
}
