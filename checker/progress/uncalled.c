/* uncalled.c: collective calls that some processes make and others do not, though none waits
 * for them (section 5.1): all have come to MPI_Finalize. */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/names.h"
#include "checker/tell/sentence.h"
#include "include/call.h"
#include "disagreement.h"
#include "progress_state.h"
#include "rank_list.h"

enum { UNCALLED_FINDINGS = 64 };

struct made_by {
  int32_t rank;
  int64_t calls;
};

struct calls_made {
  uint64_t comm;
  int64_t least;
  int64_t most;
  int32_t told, size; /* how many processes told of it, of how many */
  int failed;
  struct made_by *by; /* each that told */
  int32_t room;
  int forgotten; /* there was no memory for it */
  UT_hash_handle hh;
};

struct uncalled {
  struct calls_made *table;
  int32_t ended; /* how many processes have told of all */
  int findings;
  uint32_t told[UNCALLED_FINDINGS]; /* stacks */
};

static struct calls_made *made_on(struct uncalled *u, const struct event_calls_made *e) {
  struct calls_made *m;
  HASH_FIND(hh, u->table, &e->comm, sizeof e->comm, m);
  if (m || !(m = calloc(1, sizeof *m)))
    return m;
  m->comm = e->comm;
  m->least = INT64_MAX;
  m->size = e->size;
  HASH_ADD(hh, u->table, comm, sizeof m->comm, m);
  if (m->hh.tbl)
    return m;
  free(m);
  return NULL;
}

static void note_by(struct calls_made *m, struct made_by by) {
  if (m->told >= m->room && !m->forgotten) {
    int32_t room = m->told < INT32_MAX / 2 ? 2 * m->told + 4 : INT32_MAX;
    struct made_by *more = realloc(m->by, (size_t)room * sizeof *more);
    m->forgotten = !more;
    m->by = more ? more : m->by;
    m->room = more ? room : m->room;
  }
  if (!m->forgotten)
    m->by[m->told] = by;
}

void uncalled_feed(struct progress *p, const struct event *e) {
  const struct event_calls_made *made = &e->u.calls_made;
  if (!p->uncalled && !(p->uncalled = calloc(1, sizeof *p->uncalled)))
    return;
  if (!made->comm) {
    p->uncalled->ended++;
    return;
  }
  struct calls_made *m = made_on(p->uncalled, made);
  if (!m)
    return;
  note_by(m, (struct made_by){e->rank, made->calls});
  m->told++;
  m->failed |= made->failed || made->size != m->size;
  m->least = made->calls < m->least ? made->calls : m->least;
  m->most = made->calls > m->most ? made->calls : m->most;
}

static int is_told(struct uncalled *u, uint32_t stack) {
  for (int i = 0; i < u->findings; i++)
    if (u->told[i] == stack)
      return 1;
  if (u->findings == UNCALLED_FINDINGS)
    return 1;
  u->told[u->findings++] = stack;
  return 0;
}

static int has_made(const struct calls_made *m, int64_t number, int32_t rank) {
  for (int32_t i = 0; i < m->told; i++)
    if (m->by[i].rank == rank)
      return m->by[i].calls > number;
  return 0;
}

/* Adds which processes have made the call and which have not. Of those that made no call on a
 * communicator it is not known whether they belong to it, unless all processes do. */
static void tell_who(const struct progress *p, const struct calls_made *m, int64_t number,
                     struct sentence *text) {
  struct rank_list made = {0}, others = {0};
  int failed = 0;
  for (int32_t i = 0; m->told < m->size && m->size == p->size && i < p->size; i++)
    failed |= !has_made(m, number, i) && !rank_list_add(&others, i);
  for (int32_t i = 0; i < m->told; i++)
    failed |= !rank_list_add(m->by[i].calls > number ? &made : &others, m->by[i].rank);
  rank_list_sort(&made);
  rank_list_sort(&others);
  if (!failed && made.n) {
    sentence_add(text, MADE_BY);
    rank_list_tell(made.at, made.n, text);
    if (others.n)
      sentence_add(text, NOT_MADE_BY);
    rank_list_tell(others.at, others.n, text);
    sentence_add(text, MADE_BY_END);
  }
  free(made.at);
  free(others.at);
}

static void judge(struct progress *p, const struct calls_made *m) {
  int64_t least = m->told < m->size ? 0 : m->least;
  if (m->failed || m->told > m->size || least >= m->most || agreement_differs(p, m->comm) ||
      (m->told < m->size && groups_differ(p)))
    return;
  const struct call_place *c = agreement_call(p, m->comm, least);
  if (!c || c->call == CALL_Comm_create_group /* not for all */ ||
      is_told(p->uncalled, c->stack))
    return;
  struct sentence text = {0};
  sentence_add(&text, CALLED_BY_SOME, c->rank, call_name(c->call), (long long)least + 1,
               object_name(c->promise.on), m->size);
  if (!m->forgotten)
    tell_who(p, m, least, &text);
  struct progress_finding f = {.slug = SLUG_COLLECTIVE_MISMATCH,
                               .rank = c->rank,
                               .message = text.text,
                               .places = 1,
                               .place = {{c->rank, c->thread, c->stack, c->call,
                                          role_text(ROLE_DIFFERENT_COLLECTIVE), ""}}};
  if (!text.failed)
    p->finding(p->context, &f);
  free(text.text);
}

void uncalled_judge(struct progress *p) {
  if (!p->uncalled || p->uncalled->ended != p->size)
    return;
  for (const struct calls_made *m = p->uncalled->table; m; m = m->hh.next)
    judge(p, m);
}

void uncalled_free(struct progress *p) {
  struct calls_made *m, *next;
  if (!p->uncalled)
    return;
  HASH_ITER(hh, p->uncalled->table, m, next) {
    HASH_DEL(p->uncalled->table, m);
    free(m->by);
    free(m);
  }
  free(p->uncalled);
}
