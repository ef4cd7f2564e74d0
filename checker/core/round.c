/* round.c: finds out which messages have arrived everywhere.
 *
 * A message from a rank tells the receiver that everything this rank sent it before has
 * arrived. Nothing tells this about a rank that sends nothing. So all ranks add up from time to
 * time how many messages are still missing. A round begins every few calls that all ranks of
 * the world must enter. In round k each rank takes the number of messages that it had sent when
 * round k - 1 began, and subtracts how many of those messages (of all ranks) it has received.
 * The sum of these differences goes up a binary tree of the ranks, one step with each such
 * call. If the sum is 0, nothing that was sent before round k - 1 is still on its way, and the
 * root tells all ranks. A round that does not end, or ends with another sum, does no harm: the
 * next round looks at all messages again. Cost: two messages of each rank in a round; nothing
 * else grows with the number of ranks. */
#include "peer.h"
#include "round.h"
#include "state.h"

/* Number of calls in a round: enough for the way up the tree. */
static uint64_t calls(const struct check *c) {
  uint64_t n = 8;
  for (int32_t r = c->size; r > 1; r /= 2)
    n += 2;
  return n;
}

void round_sent(struct check *c) {
  c->quiet.sent++;
}

/* A message has arrived. Its rank had made `generation` calls when it sent the message. */
void round_came(struct check *c, uint64_t generation) {
  struct quiet *q = &c->quiet;
  uint64_t round = generation / calls(c);
  if (round + 3 <= q->round)
    q->older++;
  else
    q->came[round % QUIET_ROUNDS]++;
}

/* Is called before anything is sent in this call. */
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

/* The MPI library refused the call, so the round begins with the next one. */
void round_undo(struct check *c) {
  struct quiet *q = &c->quiet;
  if ((c->time.generation + 1) % calls(c))
    return;
  q->told = --q->round; /* what this rank was to tell is lost */
  q->next_cut = q->cut;
}

/* What this rank was to tell in this round is lost. */
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

void round_restart(struct check *c) {
  uint64_t round = c->time.generation / calls(c);
  c->quiet = (struct quiet){.round = round, .told = round};
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

/* All ranks have made the call. */
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
