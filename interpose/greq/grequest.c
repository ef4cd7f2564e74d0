#define _GNU_SOURCE
#include "grequest.h"
#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/call_watch.h"
#include "interpose/order/thread_order.h"
#include "interpose/stack/fortran.h"
#include "interpose/stack/module.h"
#include "interpose/stack/stack.h"
#include "include/library.h"
#include "interpose/stream/feed.h"

_Atomic int greq_started;

/* Requests that are not in use; the one that was freed first comes first. */
static struct grequest *first_free, *last_free;
static int free_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A mark for each hash of a handle: a generalized request with such a handle was
 * deallocated. */
#define BURIED 4096
static _Atomic unsigned char buried[BURIED];

uint64_t greq_number(MPI_Request handle) {
  return (uint64_t)(uintptr_t)handle;
}

static _Atomic unsigned char *grave(MPI_Request handle) {
  return &buried[greq_number(handle) * 0x9e3779b97f4a7c15u >> 52];
}

void greq_buried(MPI_Request handle) {
  atomic_store_explicit(grave(handle), 1, memory_order_relaxed);
}

struct grequest *grequest_new(void) {
  struct grequest *g = NULL;
  pthread_mutex_lock(&lock);
  if (free_count > GREQ_QUARANTINE) {
    g = first_free;
    first_free = g->next;
    free_count--;
  }
  pthread_mutex_unlock(&lock);
  if (!g)
    g = malloc(sizeof *g);
  if (g)
    memset(g, 0, sizeof *g);
  else
    world_off("out of memory", 0);
  return g;
}

void grequest_free(struct grequest *g) {
  extra_forget(&g->extra);
  pthread_mutex_lock(&lock);
  g->next = NULL;
  if (free_count++)
    last_free->next = g;
  else
    first_free = g;
  last_free = g;
  pthread_mutex_unlock(&lock);
}

void greq_event(struct event *e, const struct frame *f, int step, int stack) {
  if (stack)
    world_event(e, f, EVENT_GREQ);
  else
    world_event_plain(e, f, EVENT_GREQ);
  const struct callback *c = callback_of(f->thread);
  e->u.greq.step = (uint8_t)step;
  if (c) {
    e->u.greq.inside = greq_number(c->of->handle);
    e->u.greq.callback = (uint8_t)c->which;
  }
}

int greq_forbidden(const struct thread *t) {
  static _Atomic int level = -1;
  int now = level, main_thread = 1;
  if (now < 0) {
    REAL(Query_thread)(&now);
    level = now;
  }
  if (now == MPI_THREAD_MULTIPLE)
    return 0;
  if (now < MPI_THREAD_SERIALIZED) {
    REAL(Is_thread_main)(&main_thread);
    return !main_thread;
  }
  for (const struct thread *other = thread_first(); other; other = other->next)
    if (other != t && (other->seq & 1))
      return 1;
  return 0;
}

/* Starting. */

struct grequest *greq_wrap(struct frame *f, void **state, MPI_Grequest_query_function *query,
                           MPI_Grequest_free_function *release,
                           MPI_Grequest_cancel_function *cancel) {
  struct grequest *g = grequest_new();
  if (!g)
    return NULL;
  g->query = query;
  g->free = release;
  g->cancel = cancel;
  g->state = *state;
  g->fortran = from_fortran(f->thread);
  *state = g;
  return g;
}

void greq_made(struct frame *f, const MPI_Request *request) {
  struct grequest *g = f->greq.request;
  struct event e;
  if (!g)
    return;
  if (f->rc != MPI_SUCCESS) {
    grequest_free(g);
    return;
  }
  g->handle = *request;
  if (!g->fortran) /* in Fortran extra_state is a number there */
    extra_note(&g->extra, f->thread, g->state);
  greq_started = 1;
  watch_after |= WATCH_GREQ;
  if (!g->polled && !callback_of(f->thread)) {
    untold_start(f, greq_number(g->handle));
    return;
  }
  greq_event(&e, f, GREQ_START, 1);
  e.u.greq.handle = greq_number(g->handle);
  e.u.greq.facts = g->polled ? GREQ_POLLED : 0;
  greq_tell(&e);
}

void greq_enter_start(struct frame *f);
void greq_enter_start(struct frame *f) {
  struct args_Grequest_start *a = f->args;
  f->greq.request = greq_wrap(f, &a->extra_state, a->query_fn, a->free_fn, a->cancel_fn);
  if (!f->greq.request)
    return;
  a->query_fn = a->query_fn ? GREQ_FN(MPI_Grequest_query_function, callback_query) : NULL;
  if (a->free_fn || !LIBRARY_FREE_FN_OPTIONAL)
    a->free_fn = GREQ_FN(MPI_Grequest_free_function, callback_free);
  a->cancel_fn = a->cancel_fn ? GREQ_FN(MPI_Grequest_cancel_function, callback_cancel) : NULL;
}

void greq_leave_start(struct frame *f);
void greq_leave_start(struct frame *f) {
  struct args_Grequest_start *a = f->args;
  greq_made(f, a->request);
}

/* Calls on one request. */

static void tell(struct frame *f, int step, MPI_Request handle, int facts) {
  struct event e;
  greq_event(&e, f, step, 1);
  e.u.greq.handle = greq_number(handle);
  e.u.greq.facts = (uint16_t)facts;
  greq_tell(&e);
}

void greq_enter_complete(struct frame *f);
void greq_enter_complete(struct frame *f) {
  struct args_Grequest_complete *a = f->args;
  int inside = callback_of(f->thread) != NULL;
  order_completed(greq_number(a->request));
  int facts = (a->request == MPI_REQUEST_NULL ? GREQ_NULL : 0) |
              (!inside && greq_forbidden(f->thread) ? GREQ_THREAD : 0);
  if (facts || inside || !untold_complete(f, greq_number(a->request)))
    tell(f, GREQ_COMPLETE, a->request, facts);
}

#define ONE(Name, step)                                                                        \
  void greq_enter_##Name(struct frame *f);                                                     \
  void greq_enter_##Name(struct frame *f) {                                                    \
    struct args_##Name *a = f->args;                                                           \
    if (a->request && *a->request != MPI_REQUEST_NULL)                                         \
      tell(f, step, *a->request, 0);                                                           \
  }
ONE(Request_free, GREQ_FREE)
ONE(Cancel, GREQ_CANCEL)

/* Calls on several requests. */

/* The outermost call of a thread keeps its list, because it may be stuck (greq_stuck.c). */
static __thread struct {
  uint64_t *at;
  int room;
} list;

static uint64_t *list_take(const struct frame *f, int n) {
  if (f->depth)
    return malloc((size_t)n * sizeof(uint64_t));
  if (n > list.room) {
    uint64_t *grown = realloc(list.at, (size_t)n * sizeof *grown);
    if (!grown)
      return NULL;
    list.at = grown;
    list.room = n;
  }
  return list.at;
}

/* Lists the requests that are not null. Returns 0 if there are none. */
static int list_fill(struct event *e, struct frame *f, const MPI_Request *requests, int n) {
  uint64_t *numbers = n > 0 && requests ? list_take(f, n) : NULL;
  if (!numbers)
    return 0;
  for (int i = 0; i < n; i++)
    if (requests[i] != MPI_REQUEST_NULL)
      numbers[e->u.greq.count++] = greq_number(requests[i]);
  e->u.greq.list = numbers;
  return e->u.greq.count;
}

static void list_drop(const struct frame *f, const struct event *e) {
  if (f->depth)
    free((void *)(uintptr_t)e->u.greq.list);
}

static void begun(struct frame *f, const MPI_Request *requests, int n) {
  struct event e;
  greq_event(&e, f, GREQ_BEGIN, 1);
  if (list_fill(&e, f, requests, n))
    greq_tell(&e);
  list_drop(f, &e);
}

void greq_enter_Start(struct frame *f);
void greq_enter_Start(struct frame *f) {
  struct args_Start *a = f->args;
  begun(f, a->request, 1);
}

void greq_enter_Startall(struct frame *f);
void greq_enter_Startall(struct frame *f) {
  struct args_Startall *a = f->args;
  begun(f, a->array_of_requests, a->count);
}

static void waits(struct frame *f, const MPI_Request *requests, int n, int how, int ignored) {
  struct event e;
  callback_ignores(f, ignored);
  /* a callback may wait for its own request */
  if (!callback_of(f->thread) && untold_fine(requests, n, how))
    return;
  greq_event(&e, f, GREQ_WAIT, 0);
  e.u.greq.how = (uint8_t)how;
  if (list_fill(&e, f, requests, n)) {
    untold_tell(&e);
    world_lock();
    enum greq_wait what = check_greq_wait(world.check, &e);
    world_unlock();
    if (what != GREQ_FINE)
      e.stack = stack_capture(f->thread);
    if (what == GREQ_MATTERS)
      greq_tell(&e);
    else if (what == GREQ_HANGS)
      stuck_enter(f, &e);
  }
  list_drop(f, &e);
}

#define WAITS(Name, requests, n, how, status)                                                  \
  void greq_enter_##Name(struct frame *f);                                                     \
  void greq_enter_##Name(struct frame *f) {                                                    \
    struct args_##Name *a = f->args;                                                           \
    waits(f, requests, n, how, status);                                                        \
  }
WAITS(Wait, a->request, 1, GREQ_WAIT_ALL, a->status == MPI_STATUS_IGNORE)
WAITS(Test, a->request, 1, GREQ_TEST, a->status == MPI_STATUS_IGNORE)
WAITS(Request_get_status, &a->request, 1, GREQ_TEST, a->status == MPI_STATUS_IGNORE)
WAITS(Waitany, a->array_of_requests, a->count, GREQ_WAIT_ANY, a->status == MPI_STATUS_IGNORE)
WAITS(Testany, a->array_of_requests, a->count, GREQ_TEST, a->status == MPI_STATUS_IGNORE)
WAITS(Waitall, a->array_of_requests, a->count, GREQ_WAIT_ALL,
      a->array_of_statuses == MPI_STATUSES_IGNORE)
WAITS(Testall, a->array_of_requests, a->count, GREQ_TEST,
      a->array_of_statuses == MPI_STATUSES_IGNORE)
WAITS(Waitsome, a->array_of_requests, a->incount, GREQ_WAIT_ANY,
      a->array_of_statuses == MPI_STATUSES_IGNORE)
WAITS(Testsome, a->array_of_requests, a->incount, GREQ_TEST,
      a->array_of_statuses == MPI_STATUSES_IGNORE)
#if HAS_MPI41
WAITS(Request_get_status_all, a->array_of_requests, a->count, GREQ_TEST,
      a->array_of_statuses == MPI_STATUSES_IGNORE)
WAITS(Request_get_status_any, a->array_of_requests, a->count, GREQ_TEST,
      a->status == MPI_STATUS_IGNORE)
WAITS(Request_get_status_some, a->array_of_requests, a->incount, GREQ_TEST,
      a->array_of_statuses == MPI_STATUSES_IGNORE)
#endif

/* Every call. */

void greq_other(struct frame *f, int rc, const void *argument) {
  const MPI_Request *handle;
  struct event e;
  memcpy(&handle, argument, sizeof handle);
  if (f->greq.any || rc != MPI_SUCCESS || !handle || *handle == MPI_REQUEST_NULL ||
      !atomic_load_explicit(grave(*handle), memory_order_relaxed) || !world_wants(f->call))
    return;
  greq_event(&e, f, GREQ_OTHER, 0);
  e.u.greq.handle = greq_number(*handle);
  greq_tell(&e);
}

/* Finds the statuses of a call that completes several requests, and how many it has filled
 * in. */
static const MPI_Status *statuses_of(const struct frame *f, int *n) {
  switch (f->call) {
  case CALL_Waitall: {
    const struct args_Waitall *a = f->args;
    *n = a->count;
    return a->array_of_statuses;
  }
  case CALL_Testall: {
    const struct args_Testall *a = f->args;
    *n = a->count;
    return a->array_of_statuses;
  }
  case CALL_Waitsome: {
    const struct args_Waitsome *a = f->args;
    *n = *a->outcount;
    return a->array_of_statuses;
  }
  case CALL_Testsome: {
    const struct args_Testsome *a = f->args;
    *n = *a->outcount;
    return a->array_of_statuses;
  }
#if HAS_MPI41
  case CALL_Request_get_status_all: {
    const struct args_Request_get_status_all *a = f->args;
    *n = a->count;
    return a->array_of_statuses;
  }
  case CALL_Request_get_status_some: {
    const struct args_Request_get_status_some *a = f->args;
    *n = *a->outcount;
    return a->array_of_statuses;
  }
#endif
  default:
    *n = 0;
    return NULL;
  }
}

static int class_of(int code) {
  int class = code;
  return code == MPI_SUCCESS || REAL(Error_class)(code, &class) ? code : class;
}

/* A library may return another code of the same class, with more in it. */
static int is_code(int got, int returned) {
  return got == returned || class_of(got) == returned;
}

/* Returns which of the callbacks' codes was returned by a call that returns one code. */
static int passed_on(const struct greq_thread *g, int from, int rc) {
  int i = g->codes - 1;
  while (i >= from && !is_code(rc, g->code[i].code))
    i--;
  return rc == MPI_SUCCESS ? -1 : i < from ? g->codes - 1 : i;
}

enum { STATUSES = 64 };

/* Marks the codes that are in the statuses; each status has one. `exact`: only the same code;
 * otherwise any code, because the library may have made it from the callback's (MPICH even
 * changes the class). */
static void find_passed(const struct greq_thread *g, int from, const MPI_Status *status, int n,
                        int exact, char *passed, char *taken) {
  for (int i = g->codes - 1; i >= from; i--)
    for (int k = 0; k < n && k < STATUSES && !passed[i]; k++)
      if (!taken[k] && (exact ? status[k].MPI_ERROR == g->code[i].code
                              : status[k].MPI_ERROR != MPI_SUCCESS &&
                                    status[k].MPI_ERROR != MPI_ERR_PENDING))
        passed[i] = taken[k] = 1;
}

/* Tells which codes, of those that callbacks have returned in this call (from `from` on), the
 * program does not get. */
static void tell_lost(struct frame *f, int from, int rc) {
  const struct greq_thread *g = f->thread->greq;
  char passed[GREQ_CODES] = {0}, taken[STATUSES] = {0};
  int n, one = passed_on(g, from, rc);
  const MPI_Status *status = statuses_of(f, &n);
  if (status && class_of(rc) == MPI_ERR_IN_STATUS) {
    find_passed(g, from, status, n, 1, passed, taken);
    find_passed(g, from, status, n, 0, passed, taken);
  } else if (one >= 0) {
    passed[one] = 1;
  }
  for (int i = g->codes - 1; i >= from && n <= STATUSES; i--) {
    struct event e;
    if (passed[i])
      continue;
    greq_event(&e, f, GREQ_LOST, 1);
    e.u.greq.handle = g->code[i].handle;
    e.u.greq.callback = (uint8_t)g->code[i].which;
    e.u.greq.code = g->code[i].code;
    greq_tell(&e);
  }
}

void greq_after(struct frame *f, int rc) {
  struct greq_thread *g = f->thread->greq;
  int from = g->codes;
  if (g->stuck && !f->depth)
    stuck_leave(f->thread);
  while (from && g->code[from - 1].depth >= f->depth)
    from--;
  if (from < g->codes && world_wants(f->call))
    tell_lost(f, from, rc);
  g->codes = from;
  g->unfinished = g->stuck || from;
}
