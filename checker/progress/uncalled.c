/* uncalled.c: collective calls that some processes make and others do not, though none waits
 * for them (section 5.1): all have come to MPI_Finalize. */
#include <stdlib.h>
#include <string.h>

#include "checker/tell/names.h"
#include "checker/tell/sentence.h"
#include "include/call.h"
#include "disagreement.h"
#include "progress_state.h"

enum { UNCALLED_FINDINGS = 64 };

struct calls_made {
  uint64_t comm;
  int64_t least;
  int64_t most;
  int32_t told, size; /* how many processes told of it, of how many */
  int failed;
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

/* What only some have freed is told as never freed; MPI_Comm_create_group is not called by all.
 */
static int is_for_some(unsigned call) {
  return call == CALL_Comm_free || call == CALL_Comm_disconnect ||
         call == CALL_Comm_create_group;
}

static void judge(struct progress *p, const struct calls_made *m) {
  int64_t least = m->told < m->size ? 0 : m->least;
  if (m->failed || m->told > m->size || least >= m->most || agreement_differs(p, m->comm))
    return;
  const struct call_place *c = agreement_call(p, m->comm, least);
  if (!c || is_for_some(c->call) || is_told(p->uncalled, c->stack))
    return;
  struct sentence text = {0};
  sentence_add(&text, CALLED_BY_SOME, c->rank, call_name(c->call), (long long)least + 1,
               object_name(c->promise.on), m->size);
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
    free(m);
  }
  free(p->uncalled);
}
