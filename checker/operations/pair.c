#include <stdlib.h>
#include <string.h>
#include "checker/core/access.h"
#include "checker/core/array.h"
#include "checker/core/clock.h"
#include "checker/core/peer.h"
#include "checker/core/queue.h"
#include "checker/core/state.h"
#include "checker/core/window_table.h"
#include "checker/rules/nocheck.h"
#include "checker/rules/noput.h"
#include "checker/tell/claim.h"
#include "origin.h"
#include "pair.h"
#include "target.h"

static void start_free(struct start *s) {
  clock_drop(s->clock);
  free(s->update);
}

static void pair_match(struct check *c, struct window *w, struct pair *p,
                       const struct start *start, const struct post *post) {
  if (!p->own_starts.count) { /* it belongs to the open access epoch */
    clock_drop(p->post.clock);
    p->post = *post;
    p->post.clock = clock_hold(post->clock);
    p->matched = 1;
  }
  unsigned s = start->site.assertion & ASSERT_NOCHECK,
           t = post->site.assertion & ASSERT_NOCHECK;
  if (s != t) {
    int32_t from = start->site.rank, to = post->site.rank;
    struct finding f =
        s ? claim(START_GIVES_NOCHECK, w, from, to) : claim(POST_GIVES_NOCHECK, w, from, to);
    claim_site(&f, w, &start->site, ROLE_START);
    claim_site(&f, NULL, &post->site, ROLE_MATCHING_POST);
    claim_out(c, &f);
  }
  if (s && t)
    nocheck_start(c, w, p, start, post);
  for (int i = 0; i < start->updates; i++)
    noput_post(c, w, &start->update[i], post);
}

void pair_start(struct check *c, struct window *w, int32_t index, const struct site *s,
                uint64_t when) {
  struct pair *p = pair_get(c, w, index);
  if (!p)
    return;
  p->started = w->starts;
  if (p->rank < 0)
    return;
  struct start start = {.site = *s, .time = c->time.now, .when = when, .tainted = c->tainted};
  start.clock = clock_hold(c->clock);
  struct post post;
  p->starts++;
  p->matched = 0;
  if (p->peer_posts.count) {
    queue_shift(&p->peer_posts, &post, sizeof post);
    pair_match(c, w, p, &start, &post);
    clock_drop(post.clock);
    start_free(&start);
  } else if (!queue_push(c, &p->own_starts, &start, sizeof start)) {
    start_free(&start);
  }
}

/* The call of MPI_Win_start failed, so what it did is undone. */
void pair_unstart(struct check *c, struct window *w, int32_t index) {
  struct pair *p = pair_get(c, w, index);
  if (!p || p->rank < 0)
    return;
  p->starts--;
  if (!p->matched) {
    if (p->own_starts.count)
      start_free(queue_item(&p->own_starts, --p->own_starts.count, sizeof(struct start)));
    return;
  }
  p->matched = 0;
  queue_unshift(c, &p->peer_posts, &p->post, sizeof p->post);
  p->post.clock = NULL;
}

/* The peer has posted, and this rank is in its group. */
void pair_posted(struct check *c, struct window *w, int32_t index, const struct site *s,
                 uint64_t time, uint64_t when) {
  struct pair *p = pair_get(c, w, index);
  if (!p || p->rank < 0)
    return;
  struct post post = {.site = *s, .time = time, .when = when};
  struct start start;
  struct peer *peer = p->rank == c->rank ? NULL : peer_get(c, p->rank);
  post.clock = clock_hold(peer ? peer_head(peer, time) : c->threads ? c->clock : NULL);
  if (p->own_starts.count) {
    queue_shift(&p->own_starts, &start, sizeof start);
    pair_match(c, w, p, &start, &post);
    start_free(&start);
    clock_drop(post.clock);
  } else if (!queue_push(c, &p->peer_posts, &post, sizeof post)) {
    clock_drop(post.clock);
  }
}

/* A put or accumulate to the peer, in the access epoch that MPI_Win_start opened. */
void pair_update(struct check *c, struct window *w, int32_t index, const struct site *s) {
  struct pair *p = pair_get(c, w, index);
  if (!p)
    return;
  if (p->matched) {
    noput_post(c, w, s, &p->post);
  } else if (p->own_starts.count) {
    struct start *start = queue_item(&p->own_starts, p->own_starts.count - 1, sizeof *start);
    for (int i = 0; i < start->updates; i++)
      if (start->update[i].stack == s->stack)
        return;
    if (start->updates == UPDATES)
      return;
    start->update =
        check_grow(c, start->update, &start->room, start->updates + 1, sizeof *start->update);
    if (!c->failed)
      start->update[start->updates++] = *s;
  }
}

int pair_settled(const struct pair *p) {
  return !p->own_starts.count && !p->peer_posts.count;
}

static void say_unmatched(struct check *c, struct window *w, const struct pair *p,
                          const struct start *start, const struct post *post) {
  struct finding f = start ? claim(START_WITHOUT_POST, w, c->rank, p->rank, p->rank)
                           : claim(POST_WITHOUT_START, w, p->rank, c->rank, c->rank);
  if (start)
    claim_site(&f, NULL, &start->site, ROLE_LONELY_START);
  else
    claim_site(&f, NULL, &post->site, ROLE_LONELY_POST);
  claim_out(c, &f);
}

/* All messages have arrived, so what has no match now never gets one. */
void pair_finalize(struct check *c, struct window *w) {
  struct start start;
  struct post post;
  for (struct pair *p = w->pairs; p; p = p->hh.next) {
    while (p->own_starts.count) {
      queue_shift(&p->own_starts, &start, sizeof start);
      say_unmatched(c, w, p, &start, NULL);
      start_free(&start);
    }
    while (p->peer_posts.count) {
      queue_shift(&p->peer_posts, &post, sizeof post);
      say_unmatched(c, w, p, NULL, &post);
      clock_drop(post.clock);
    }
  }
}

void pair_free(struct check *c, struct window *w) {
  struct pair *p, *next;
  w->last_pair = NULL;
  HASH_ITER(hh, w->pairs, p, next) {
    HASH_DEL(w->pairs, p);
    for (int i = 0; i < p->peer_posts.count; i++)
      clock_drop(((struct post *)queue_item(&p->peer_posts, i, sizeof(struct post)))->clock);
    for (int i = 0; i < p->own_starts.count; i++)
      start_free(queue_item(&p->own_starts, i, sizeof(struct start)));
    for (int i = 0; i < p->ended.count; i++)
      release_free(queue_item(&p->ended, i, sizeof(struct release)));
    queue_free(&p->own_starts);
    queue_free(&p->peer_posts);
    queue_free(&p->ended);
    clock_drop(p->post.clock);
    clock_drop(p->post_clock);
    target_drop(c, p);
    endings_free(p->endings);
    issue_drop(c, p);
    free(p);
  }
}
