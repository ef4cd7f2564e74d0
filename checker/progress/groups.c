/* groups.c: MPI_Comm_create and MPI_Comm_create_group: all processes of the group that one
 * names have to name the same group, the same processes in the same order (section 6.4.2).
 * Processes may name several groups at once that have none in common.
 *
 * MPI_Comm_create is a call of all processes of the communicator, so calls with the same number
 * belong together. MPI_Comm_create_group is one of the group's alone: of two processes those
 * calls belong together that name the other one, in their order. */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/sentence.h"
#include "include/call.h"
#include "progress_state.h"

enum { GROUPS_MOST = 4096, GROUP_FINDINGS = 64, GROUPS_WRONG = 256 };

/* What one process names in a call. EVENT_AMOUNTS tells in `sent`, for each process of the
 * communicator, at which place of the group it is; UINT64_MAX: it is not in it. */
struct named_group {
  uint64_t comm;
  int64_t number;
  int32_t rank, thread, me, size;
  uint32_t stack;
  uint16_t call;
  uint64_t *place;
};

struct named_groups {
  struct named_group at[GROUPS_MOST];
  size_t count;
  int findings;
  uint32_t told[GROUP_FINDINGS][2]; /* stacks */
  int wrongs;
  struct wrong_group {
    int32_t rank;
    uint32_t stack;
  } wrong[GROUPS_WRONG]; /* the calls that name a group which others do not */
};

void groups_feed(struct progress *p, const struct event *e) {
  const struct event_amounts *a = &e->u.amounts;
  if (!p->groups && !(p->groups = calloc(1, sizeof *p->groups)))
    return;
  size_t bytes = a->sents > 0 ? (size_t)a->sents * sizeof *a->sent : 0;
  uint64_t *place = a->me >= 0 && p->groups->count < GROUPS_MOST ? malloc(bytes + 1) : NULL;
  if (!place)
    return;
  if (bytes)
    memcpy(place, a->sent, bytes);
  p->groups->at[p->groups->count++] = (struct named_group){
      a->comm, a->number, e->rank, e->thread, a->me, a->sents, e->stack, e->call, place};
}

static int names(const struct named_group *g, const struct named_group *other) {
  return other->me < g->size && g->place[other->me] != UINT64_MAX;
}

static int differ(const struct named_group *a, const struct named_group *b) {
  return a->size != b->size ||
         (a->size > 0 && memcmp(a->place, b->place, (size_t)a->size * sizeof *a->place) != 0);
}

static int is_told(struct named_groups *all, const struct named_group *a,
                   const struct named_group *b) {
  for (int i = 0; i < all->findings; i++)
    if (all->told[i][0] == a->stack && all->told[i][1] == b->stack)
      return 1;
  if (all->findings == GROUP_FINDINGS)
    return 1;
  all->told[all->findings][0] = a->stack;
  all->told[all->findings++][1] = b->stack;
  return 0;
}

static struct progress_place place_of(const struct named_group *g, enum location_role role) {
  return (struct progress_place){g->rank, g->thread, g->stack, g->call, role_text(role), ""};
}

static void note_wrong(struct named_groups *all, const struct named_group *g) {
  if (all->wrongs < GROUPS_WRONG)
    all->wrong[all->wrongs++] = (struct wrong_group){g->rank, g->stack};
}

int groups_explain(const struct progress *p, int32_t rank, uint32_t stack) {
  for (int i = 0; p->groups && i < p->groups->wrongs; i++)
    if (p->groups->wrong[i].rank == rank && p->groups->wrong[i].stack == stack)
      return 1;
  return 0;
}

int groups_differ(const struct progress *p) {
  return p->groups && p->groups->wrongs > 0;
}

static void tell(struct progress *p, const struct named_group *a, const struct named_group *b) {
  struct sentence text = {0};
  note_wrong(p->groups, a);
  note_wrong(p->groups, b);
  if (is_told(p->groups, a, b))
    return;
  sentence_add(&text, OTHER_GROUP, call_name(a->call), a->rank, b->rank);
  struct progress_finding f = {
      .slug = SLUG_COLLECTIVE_ARGUMENT,
      .rank = a->rank,
      .message = text.text,
      .places = 2,
      .place = {place_of(a, ROLE_DIFFERENT_COLLECTIVE), place_of(b, ROLE_OTHER_COLLECTIVE)}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

static int by_process(const void *x, const void *y) {
  const struct named_group *a = x, *b = y;
  if (a->comm != b->comm)
    return a->comm < b->comm ? -1 : 1;
  if (a->me != b->me)
    return a->me < b->me ? -1 : 1;
  return (a->number > b->number) - (a->number < b->number);
}

/* The calls of one process on one communicator, in order; none is missing among them. */
struct group_calls_of {
  const struct named_group *at;
  size_t n;
};

static struct group_calls_of calls_from(const struct named_groups *all, size_t from) {
  const struct named_group *first = &all->at[from];
  struct group_calls_of c = {first, 0};
  while (from + c.n < all->count && first[c.n].comm == first->comm &&
         first[c.n].me == first->me)
    c.n++;
  return c;
}

/* Returns the next call from number i on that names the other process; c.n: there is none, or
 * one before it is not known. */
static size_t next_naming(struct group_calls_of c, size_t i, const struct named_group *other) {
  for (; i < c.n; i++)
    if (c.at[i].number != (int64_t)i)
      return c.n;
    else if (names(&c.at[i], other))
      break;
  return i;
}

static void compare_in_turn(struct progress *p, struct group_calls_of a,
                            struct group_calls_of b) {
  for (size_t i = 0, k = 0;; i++, k++) {
    i = next_naming(a, i, b.at);
    k = next_naming(b, k, a.at);
    if (i == a.n || k == b.n)
      return;
    if (differ(&a.at[i], &b.at[k])) {
      tell(p, &a.at[i], &b.at[k]);
      return;
    }
  }
}

static void compare_by_number(struct progress *p, struct group_calls_of a,
                              struct group_calls_of b) {
  for (size_t i = 0, k = 0; i < a.n && k < b.n;) {
    const struct named_group *x = &a.at[i], *y = &b.at[k];
    if (x->number == y->number && (names(x, y) || names(y, x)) && differ(x, y))
      tell(p, x, y);
    i += x->number <= y->number;
    k += y->number <= x->number;
  }
}

void groups_judge(struct progress *p) {
  struct named_groups *all = p->groups;
  if (!all)
    return;
  qsort(all->at, all->count, sizeof *all->at, by_process);
  for (size_t i = 0; i < all->count;) {
    struct group_calls_of a = calls_from(all, i);
    i += a.n;
    for (size_t k = i; k < all->count && all->at[k].comm == a.at->comm;) {
      struct group_calls_of b = calls_from(all, k);
      k += b.n;
      if (a.at->call == CALL_Comm_create_group)
        compare_in_turn(p, a, b);
      else
        compare_by_number(p, a, b);
    }
  }
}

void groups_free(struct progress *p) {
  for (size_t i = 0; p->groups && i < p->groups->count; i++)
    free(p->groups->at[i].place);
  free(p->groups);
}
