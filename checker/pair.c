#include <stdlib.h>
#include <string.h>
#include "state.h"

struct pair *pair_get(struct check *c, struct window *w, int32_t index) {
  struct pair *p;
  HASH_FIND(hh, w->pairs, &index, sizeof index, p);
  if (p)
    return p;
  p = calloc(1, sizeof *p);
  if (!p) {
    c->failed = 1;
    return NULL;
  }
  p->index = index;
  p->rank = window_rank(w, index);
  HASH_ADD(hh, w->pairs, index, sizeof p->index, p);
  return p;
}

static struct half *halves_push(struct check *c, struct halves *h, const struct half *v) {
  h->at = check_grow(c, h->at, &h->room, h->count + 1, sizeof *h->at);
  if (c->failed)
    return NULL;
  h->at[h->count] = *v;
  return &h->at[h->count++];
}

static struct half halves_shift(struct halves *h) {
  struct half v = h->at[0];
  memmove(h->at, h->at + 1, (size_t)--h->count * sizeof *h->at);
  return v;
}

/* MPI_MODE_NOPUT in the post (section 11.5.5). */
static void check_noput(struct check *c, struct window *w, const struct pair *p,
                        const struct site *update, const struct half *post) {
  if (!(post->site.assertion & ASSERT_NOPUT))
    return;
  struct finding f = claim(SLUG_NOPUT_VIOLATED, w,
                           "%s by rank %d updates the window of rank %d, which asserted "
                           "MPI_MODE_NOPUT in MPI_Win_post.",
                           call_name(update->call), update->rank, p->rank);
  claim_site(&f, w, update, "update");
  claim_site(&f, NULL, &post->site, "assertion given here");
  claim_out(c, &f);
}

static void pair_match(struct check *c, struct window *w, struct pair *p,
                       const struct half *start, const struct half *post) {
  if (!p->own_starts.count) { /* it is the open epoch's */
    p->post = *post;
    p->matched = 1;
  }
  unsigned s = start->site.assertion & ASSERT_NOCHECK,
           t = post->site.assertion & ASSERT_NOCHECK;
  if (s != t) {
    struct finding f = claim(SLUG_NOCHECK_MISMATCH, w,
                             "Rank %d's MPI_Win_start %s MPI_MODE_NOCHECK, but the matching "
                             "MPI_Win_post of rank %d %s.",
                             start->site.rank, s ? "gives" : "does not give", post->site.rank,
                             t ? "does" : "does not");
    claim_site(&f, w, &start->site, "start");
    claim_site(&f, NULL, &post->site, "matching post");
    claim_out(c, &f);
  }
  for (int i = 0; i < start->updates; i++)
    check_noput(c, w, p, &start->update[i], post);
}

void pair_start(struct check *c, struct window *w, int32_t index, const struct site *s) {
  struct pair *p = pair_get(c, w, index);
  if (!p || p->rank < 0)
    return;
  struct half start = {.site = *s};
  p->starts++;
  p->matched = 0;
  if (p->peer_posts.count) {
    struct half post = halves_shift(&p->peer_posts);
    pair_match(c, w, p, &start, &post);
  } else {
    halves_push(c, &p->own_starts, &start);
  }
}

/* The MPI_Win_start failed: take it back. */
void pair_unstart(struct check *c, struct window *w, int32_t index) {
  struct pair *p = pair_get(c, w, index);
  if (!p || p->rank < 0)
    return;
  p->starts--;
  if (!p->matched) {
    p->own_starts.count -= p->own_starts.count > 0;
    return;
  }
  p->matched = 0;
  if (halves_push(c, &p->peer_posts, &p->post)) {
    memmove(p->peer_posts.at + 1, p->peer_posts.at,
            (size_t)(p->peer_posts.count - 1) * sizeof *p->peer_posts.at);
    p->peer_posts.at[0] = p->post;
  }
}

/* The peer posted, with us in its group. */
void pair_posted(struct check *c, struct window *w, int32_t index, const struct site *s) {
  struct pair *p = pair_get(c, w, index);
  if (!p)
    return;
  struct half post = {.site = *s};
  if (p->own_starts.count) {
    struct half start = halves_shift(&p->own_starts);
    pair_match(c, w, p, &start, &post);
  } else {
    halves_push(c, &p->peer_posts, &post);
  }
}

/* A put or accumulate to the peer in the open access epoch of MPI_Win_start. */
void pair_update(struct check *c, struct window *w, int32_t index, const struct site *s) {
  struct pair *p = pair_get(c, w, index);
  if (!p)
    return;
  if (p->matched) {
    check_noput(c, w, p, s, &p->post);
  } else if (p->own_starts.count) {
    struct half *start = &p->own_starts.at[p->own_starts.count - 1];
    for (int i = 0; i < start->updates; i++)
      if (start->update[i].stack == s->stack)
        return;
    if (start->updates < UPDATES)
      start->update[start->updates++] = *s;
  }
}

int pair_settled(const struct pair *p) {
  return !p->own_starts.count && !p->peer_posts.count;
}

/* Every message has come: what is unmatched stays unmatched. */
void pair_finalize(struct check *c, struct window *w) {
  for (struct pair *p = w->pairs; p; p = p->hh.next) {
    for (int i = 0; i < p->own_starts.count; i++) {
      struct finding f =
          claim(SLUG_START_WITHOUT_POST, w,
                "Rank %d called MPI_Win_start with rank %d in its group, but rank "
                "%d never called a matching MPI_Win_post.",
                c->rank, p->rank, p->rank);
      claim_site(&f, NULL, &p->own_starts.at[i].site, "start without a post");
      claim_out(c, &f);
    }
    for (int i = 0; i < p->peer_posts.count; i++) {
      struct finding f =
          claim(SLUG_POST_WITHOUT_START, w,
                "Rank %d called MPI_Win_post with rank %d in its group, but rank %d "
                "never called a matching MPI_Win_start.",
                p->rank, c->rank, c->rank);
      claim_site(&f, NULL, &p->peer_posts.at[i].site, "post without a start");
      claim_out(c, &f);
    }
    p->own_starts.count = p->peer_posts.count = 0;
  }
}

void pair_free(struct window *w) {
  struct pair *p, *next;
  HASH_ITER(hh, w->pairs, p, next) {
    HASH_DEL(w->pairs, p);
    free(p->own_starts.at);
    free(p->peer_posts.at);
    free(p->told.at);
    free(p);
  }
}
