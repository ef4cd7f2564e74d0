/* greq_callback.c: our callbacks, which the library gets in place of the program's. Fortran
 * callbacks take all arguments by reference and return their error code in the last one. */
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/aside.h"
#include "interpose/handles/request.h"
#include "grequest.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/loaded.h"
#include "interpose/stack/stack.h"
#include "interpose/stream/feed.h"

/* callbacks may be nested so deep and are still followed */
#define LEVELS 8
static __thread unsigned char ignores[LEVELS];

void callback_ignores(const struct frame *f, int ignored) {
  if (f->depth < LEVELS)
    ignores[f->depth] = (unsigned char)ignored;
}

struct greq_thread *greq_thread(struct thread *t) {
  if (!t->greq)
    t->greq = calloc(1, sizeof *t->greq);
  return t->greq;
}

struct callback *callback_of(const struct thread *t) {
  return t->callbacks.count ? &t->greq->running[t->callbacks.count - 1] : NULL;
}

static struct callback *enter(const struct grequest *g, int which, const void *status) {
  struct thread *t = thread_self();
  if (!t || world_state != WORLD_ON)
    return NULL;
  if (!greq_thread(t) || t->callbacks.count == CALLBACKS)
    return NULL;
  struct callback *c = callback_of(t);
  if (c && status && c->status == status)
    c->again = 1;
  c = &t->greq->running[t->callbacks.count++];
  t->callbacks.depth = t->depth;
  *c = (struct callback){.of = g, .which = which, .depth = t->depth, .status = status};
  return c;
}

/* A callback ends in the thread that `c` belongs to; NULL if it is not followed. */
static void leave(const struct callback *c) {
  struct thread *t = thread_self();
  if (!c || !t)
    return;
  t->callbacks.count = (int)(c - t->greq->running);
  const struct callback *outer = callback_of(t);
  t->callbacks.depth = outer ? outer->depth : 0;
}

/* The call in which callbacks of the thread run. */
static struct frame call_of(struct thread *t) {
  return (struct frame){.call = t->call, .thread = t, .depth = t->depth - 1};
}

/* Makes the event of a callback, which belongs to the call in which it runs. Returns 0 if
 * nothing is to be told. */
static int describe(struct event *e, const struct callback *c, int step, int stack) {
  struct thread *t = thread_self();
  if (!c || world_state != WORLD_ON)
    return 0;
  struct frame f = call_of(t);
  greq_event(e, &f, step, stack);
  e->u.greq.handle = greq_number(c->of->handle);
  e->u.greq.callback = (uint8_t)c->which;
  e->u.greq.inside = 0;
  return 1;
}

static int ignored(const struct thread *t) {
  return t->depth > 0 && t->depth <= LEVELS && ignores[t->depth - 1];
}

/* An error code that the call cannot return is told as lost now. Others may be told when the
 * call has returned (greq_after). */
static int returned(const struct callback *c, int code) {
  struct thread *t = thread_self();
  static const unsigned several[] = {CALL_Waitall,
                                     CALL_Testall,
                                     CALL_Waitsome,
                                     CALL_Testsome,
                                     CALL_Request_get_status_all,
                                     CALL_Request_get_status_some};
  for (size_t i = 0; i < sizeof several / sizeof *several; i++)
    if (t->call == several[i] && ignored(t))
      return GREQ_SWALLOWS;
  struct greq_thread *g = t->greq;
  if (g->codes < GREQ_CODES)
    g->code[g->codes++] =
        (struct greq_code){greq_number(c->of->handle), c->which, code, t->depth - 1};
  g->unfinished = 1;
  return 0;
}

static void feed(struct event *e) {
  struct aside a = aside_begin();
  greq_tell(e);
  aside_end(a);
}

static void tell_code(const struct callback *c, int code) {
  struct event e;
  if (code == MPI_SUCCESS || !describe(&e, c, GREQ_RETURNED, 1))
    return;
  e.u.greq.code = code;
  e.u.greq.facts = (uint16_t)returned(c, code);
  feed(&e);
}

/* The status that query_fn fills is first set to values that no program sets. A field that
 * keeps such a value was not set by query_fn, and then gets its old value back. */

#define NEVER 0x5ec0de57

static void status_mark(MPI_Status *s) {
  s->MPI_SOURCE = s->MPI_TAG = NEVER;
  library_status_mark(s, NEVER);
}

static uint64_t mix(uint64_t h, uint64_t value) {
  h = (h ^ value) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

/* mpi4py's query_fn sets MPI_ERROR to MPI_SUCCESS itself, whatever the program's function
 * does. */
static int is_python(const struct grequest *g) {
  struct dl_phdr_info info;
  return !loaded_at((uintptr_t)g->query, &info, NULL) && strstr(info.dlpi_name, "/mpi4py/");
}

/* Returns what was set, as GREQ_SET_*. */
static unsigned status_unmark(MPI_Status *s, const MPI_Status *was, const struct callback *c,
                              uint64_t *hash) {
  unsigned set = library_status_set(s, was, NEVER, c->elements, c->cancelled);
  *hash = mix(7, set & GREQ_SET_ELEMENTS ? library_status_count(s) : 0);
  *hash = mix(*hash, set & GREQ_SET_CANCELLED ? (uint64_t)library_status_cancelled(s) : 0);
  *hash = mix(*hash, s->MPI_SOURCE != NEVER ? (unsigned)s->MPI_SOURCE : NEVER);
  *hash = mix(*hash, s->MPI_TAG != NEVER ? (unsigned)s->MPI_TAG : NEVER);
  if (s->MPI_SOURCE == NEVER)
    s->MPI_SOURCE = was->MPI_SOURCE;
  if (s->MPI_TAG == NEVER)
    s->MPI_TAG = was->MPI_TAG;
  if (s->MPI_ERROR == NEVER)
    s->MPI_ERROR = was->MPI_ERROR;
  else if (!c->again && !(s->MPI_ERROR == MPI_SUCCESS &&
                          is_python(c->of))) /* otherwise the library may have set it */
    set |= GREQ_SET_ERROR;
  return set;
}

/* query_fn */

typedef void fortran_query(void *state, MPI_Status *status, MPI_Fint *error);

static int query(const struct grequest *g, MPI_Status *status, MPI_Fint *error) {
  if (!g->fortran)
    return g->query(g->state, status);
  ((fortran_query *)(void (*)(void))g->query)(g->state, status, error);
  return *error;
}

static void tell_query(const struct callback *c, struct grequest *g, int code, unsigned set,
                       uint64_t hash) {
  const unsigned both = GREQ_SET_ELEMENTS | GREQ_SET_CANCELLED;
  const struct thread *t = thread_self();
  struct event e;
  /* after this a wait or test frees the request, so no later status is compared with this
   * one */
  int last = !request_asks(t->call);
  if (last && !g->queries && set == both && !code)
    return;
  g->queries++;
  if (!describe(&e, c, GREQ_QUERY, 1))
    return;
  e.u.greq.code = code;
  e.u.greq.status = hash;
  e.u.greq.facts = (uint16_t)(set | (ignored(t) ? GREQ_IGNORED : 0) |
                              (code ? (unsigned)returned(c, code) : 0));
  feed(&e);
}

/* Runs before query_fn, because the process may not survive query_fn. */
static void tell_gone(const struct callback *c, const struct grequest *g, const void *sp) {
  struct event e;
  int gone = extra_gone(&g->extra, thread_self(), sp);
  if (!gone || !describe(&e, c, GREQ_GONE, 1))
    return;
  e.u.greq.facts = (uint16_t)gone;
  feed(&e);
}

/* What the thread that completed the request had done is known to the one that waits for it. */
static void learn(const struct grequest *g) {
  if (!order_on)
    return;
  struct aside a = aside_begin();
  order_waited(greq_number(g->handle));
  aside_end(a);
}

int callback_query(void *state, MPI_Status *status, MPI_Fint *error) {
  struct grequest *g = state;
  learn(g);
  struct callback *c = enter(g, GREQ_QUERY_FN, status);
  if (!c || !status)
    return query(g, status, error);
  MPI_Status was = *status;
  uint64_t hash = 0;
  tell_gone(c, g, __builtin_frame_address(0));
  status_mark(status);
  status->MPI_ERROR = NEVER;
  int code = query(g, status, error);
  unsigned set = status_unmark(status, &was, c, &hash);
  tell_query(c, g, code, set, hash);
  leave(c);
  return code;
}

/* free_fn */

typedef void fortran_free(void *state, MPI_Fint *error);

static int release(const struct grequest *g, MPI_Fint *error) {
  if (!g->free)
    return MPI_SUCCESS;
  if (!g->fortran)
    return g->free(g->state);
  ((fortran_free *)(void (*)(void))g->free)(g->state, error);
  return *error;
}

static void tell_freed(const struct callback *c, struct grequest *g, const void *sp) {
  struct thread *t = thread_self();
  struct frame f = call_of(t);
  struct event e;
  int gone = extra_gone(&g->extra, t, sp);
  greq_buried(g->handle);
  if ((!gone && untold_free(&f, greq_number(g->handle))) || !describe(&e, c, GREQ_FREED, 1))
    return;
  e.u.greq.facts = (uint16_t)gone;
  feed(&e);
}

int callback_free(void *state, MPI_Fint *error) {
  struct grequest *g = state;
  struct callback *c = enter(g, GREQ_FREE_FN, NULL);
  if (c && world_state == WORLD_ON) {
    struct aside a = aside_begin();
    tell_freed(c, g, __builtin_frame_address(0));
    aside_end(a);
  }
  int code = release(g, error);
  tell_code(c, code);
  leave(c);
  struct aside a = aside_begin();
  grequest_free(g);
  aside_end(a);
  return code;
}

/* cancel_fn */

typedef void fortran_cancel(void *state, const MPI_Fint *complete, MPI_Fint *error);

/* Fortran passes `complete` as a LOGICAL by reference. */
static int cancel(const struct grequest *g, uintptr_t complete, MPI_Fint *error) {
  if (!g->fortran)
    return g->cancel(g->state, (int)complete);
  ((fortran_cancel *)(void (*)(void))g->cancel)(g->state, (const MPI_Fint *)complete, error);
  return *error;
}

int callback_cancel(void *state, uintptr_t complete, MPI_Fint *error) {
  struct grequest *g = state;
  struct callback *c = enter(g, GREQ_CANCEL_FN, NULL);
  struct event e;
  int is_complete = g->fortran ? *(const MPI_Fint *)complete != 0 : (int)complete != 0;
  if (describe(&e, c, GREQ_CANCELED, 1)) {
    e.u.greq.facts =
        (uint16_t)(extra_gone(&g->extra, thread_self(), __builtin_frame_address(0)) |
                   (is_complete ? GREQ_IS_COMPLETE : 0));
    feed(&e);
  }
  int code = cancel(g, complete, error);
  tell_code(c, code);
  leave(c);
  return code;
}

#if HAS_POLLED
/* For requests that the library polls (grequest_polled.c). */

int callback_poll(void *state, MPI_Status *status) {
  const struct grequest *g = state;
  struct callback *c = enter(g, GREQ_POLL_FN, NULL);
  int code = g->poll(g->state, status);
  leave(c);
  return code;
}

int callback_wait(int count, void **states, double timeout, MPI_Status *status) {
  const struct grequest *g = count > 0 ? states[0] : NULL;
  void **own = g ? malloc((size_t)count * sizeof *own) : NULL;
  if (!own)
    return g ? MPI_ERR_NO_MEM : MPI_SUCCESS;
  for (int i = 0; i < count; i++)
    own[i] = ((const struct grequest *)states[i])->state;
  struct callback *c = enter(g, GREQ_POLL_FN, NULL);
  int code = g->wait(count, own, timeout, status);
  leave(c);
  free(own);
  return code;
}
#endif
