/* completion.c: MPI_Wait, MPI_Test and their like. They may overwrite the handles, so the
 * handles are copied before. */
#include "completion.h"
#include <stdlib.h>
#include "interpose/handles/shared_doubt.h"
#include "interpose/handles/shared_requests.h"
#include "poll.h"
#include "interpose/handles/rendezvous_steps.h"
#include "interpose/handles/request.h"
#include "interpose/handles/stale_requests.h"
#include "interpose/base/world.h"
#include "interpose/order/thread_order.h"
#include "interpose/stream/feed.h"
#include "interpose/thread_calls/wait_turn.h"

static int is_shared(MPI_Request request) {
  return request != MPI_REQUEST_NULL && request_shared(request);
}

/* Counts the requests of the call that have the shared handle. */
static int count_shared(const MPI_Request *requests, int n) {
  int count = 0;
  for (int i = 0; requests && i < n; i++)
    count += is_shared(requests[i]);
  return count;
}

/* Data of one call. A callback of the program may make another call inside it. */
struct held {
  MPI_Request *now;
  struct request_entry **entries;
  MPI_Status *statuses; /* the call's status or statuses */
  MPI_Status *own, one;
  struct ended *done;
  int n, room, own_room, done_count;
  int found;                /* the call has found something complete and left it as it is */
  MPI_Request *all;         /* all requests of the call, and of these: */
  int count, shared, alike; /* alike: number of those that have the shared handle; */
  int *which, which_room;   /* which these are */
};

static struct completing *completing_of(struct thread *t) {
  struct completing *c = t->completing;
  return c ? c : (t->completing = calloc(1, sizeof *c));
}

static struct held *held_of(struct completing *c, int depth) {
  if (depth >= c->levels) {
    struct held **grown = realloc(c->level, (size_t)(depth + 1) * sizeof *grown);
    if (!grown)
      return NULL;
    c->level = grown;
    while (c->levels <= depth)
      c->level[c->levels++] = NULL;
  }
  if (!c->level[depth])
    c->level[depth] = calloc(1, sizeof **c->level);
  return c->level[depth];
}

static int reserve(struct held *h, int n, int statuses) {
  if (n > h->room) {
    n = n > 2 * h->room ? n : 2 * h->room;
    struct request_entry **grown = malloc((size_t)n * sizeof *grown);
    if (grown)
      h->entries = grown; /* the old array is kept, because the watchdog may be reading it */
    struct ended *more = grown ? realloc(h->done, (size_t)n * sizeof *more) : NULL;
    if (!more)
      return 0;
    h->done = more;
    h->room = n;
  }
  if (statuses > h->own_room) {
    MPI_Status *grown = realloc(h->own, (size_t)statuses * sizeof *grown);
    if (!grown)
      return 0;
    h->own = grown;
    h->own_room = statuses;
  }
  return 1;
}

/* Notes which requests of the call have the shared handle. */
static void note_shared(struct held *h) {
  if (h->alike > h->which_room) {
    int *grown = realloc(h->which, (size_t)h->alike * sizeof *grown);
    if (!grown) {
      world_off("out of memory", 0);
      h->alike = h->shared = 0;
      return;
    }
    h->which = grown;
    h->which_room = h->alike;
  }
  for (int i = 0, n = 0; n < h->alike && i < h->count; i++)
    if (is_shared(h->all[i]))
      h->which[n++] = i;
}

/* The call has replaced the handles of complete requests by the null handle. */
static void end_shared(struct frame *f, const struct held *h) {
  if (request_asks(f->call)) {
    shared_requests_told();
    return;
  }
  int copy = shared_requests_copied(f);
  for (int k = 0; k < h->alike; k++)
    if (!is_shared(h->all[h->which[k]]))
      shared_requests_ended(f, &h->all[h->which[k]], copy);
}

/* The same, for a process in which several threads make calls. */
static void doubt_shared(struct frame *f, struct held *h) {
  if (request_asks(f->call))
    return;
  struct request_entry *none = NULL;
  int copy = shared_requests_copied(f);
  for (int k = 0; k < h->alike; k++)
    if (!is_shared(h->all[h->which[k]])) {
      int i = h->which[k], starter = copy ? -1 : shared_requests_starter(&h->all[i]);
      h->found |= shared_doubt(f, h->n ? &h->entries[i] : &none, starter);
    }
}

static int waits(unsigned call) {
  return call == CALL_Wait || call == CALL_Waitall || call == CALL_Waitany ||
         call == CALL_Waitsome;
}

/* `many`: there is one status for each request. */
static void hold(struct frame *f, MPI_Request *requests, int n, MPI_Status **status, int many) {
  struct completing *c = completing_of(f->thread);
  struct held *h = c ? held_of(c, f->depth) : NULL;
  if (n < 0)
    world_argument(f, 0, ARGUMENT_COUNT, n);
  if (order_on && !request_asks((unsigned)f->call))
    wait_turns_begin(f, requests, n, waits((unsigned)f->call));
  if (h) {
    h->n = 0;
    h->alike = rendezvous_any() || shared_requests_any() || world.concurrent
                   ? count_shared(requests, n)
                   : 0;
    h->shared = rendezvous_any() ? h->alike : 0;
    h->all = requests;
    h->count = n;
    note_shared(h);
  }
  /* otherwise the array stays, because the watchdog may be reading it: in a loop of tests it is
   * the same each time */
  int none = !h || !requests_any() || n <= 0 || !requests;
  if (c && (none || c->held != h->entries || c->held_count != n))
    c->held_count = 0;
  for (int i = 0; !requests_any() && requests && i < n; i++)
    stale_check(f, requests[i]);
  if (none)
    return;
  int ignored = *status == (many ? MPI_STATUSES_IGNORE : MPI_STATUS_IGNORE);
  if (!reserve(h, n, many && ignored ? n : 0)) {
    world_off("out of memory", 0);
    return;
  }
  if (ignored)
    *status = many ? h->own : &h->one;
  h->now = requests;
  h->n = n;
  h->done_count = h->found = 0;
  h->statuses = *status;
  requests_hold(f, requests, n, h->entries);
  c->held = h->entries;
  c->held_count = n;
}

/* Returns what was held for the call that ends, for `finish`, or NULL. */
static struct held *held_by(struct frame *f) {
  const struct completing *c = f->thread->completing;
  struct held *h = c && f->depth < c->levels ? c->level[f->depth] : NULL;
  if (h && h->shared)
    rendezvous_end(f, h->shared - count_shared(h->all, h->count),
                   f->call == CALL_Wait || f->call == CALL_Waitall);
  if (h && h->alike) {
    requests_shared_begin();
    if (thread_several)
      doubt_shared(f, h);
    end_shared(f, h);
  }
  if (h && h->n)
    return h;
  if (h && h->alike)
    requests_shared_end();
  return NULL;
}

/* The i-th request is complete; `at` is the number of its status. */
static inline void end(struct held *h, int i, int at, int ok) {
  if (i >= 0 && i < h->n && h->entries[i])
    h->done[h->done_count++] = (struct ended){i, ok, &h->statuses[at]};
}

static void finish(struct frame *f, struct held *h) {
  /* What the call tested stays visible until it is complete, because the program may test it
   * again. */
  if (!h->done_count && !h->found && f->rc == MPI_SUCCESS && !waits((unsigned)f->call)) {
    poll_note_requests(f->thread, h->entries, h->n);
  } else {
    f->thread->completing->held_count = 0;
    poll_forget(f->thread);
  }
  requests_let(h->entries, h->n, h->done, h->done_count);
  for (int k = 0; order_on && !waits((unsigned)f->call) && k < h->done_count; k++)
    wait_turn_end(f, &h->now[h->done[k].request]);
  for (int k = 0; k < h->done_count; k++)
    if (h->entries[h->done[k].request])
      request_complete(f, h->entries[h->done[k].request], &h->done[k]);
  if (h->alike)
    requests_shared_end();
  h->n = 0;
}

static int gone(const struct held *h, int i) {
  return i >= 0 && i < h->n && h->entries[i] && h->now[i] == MPI_REQUEST_NULL;
}

static int error_class(int rc) {
  int class = rc;
  if (rc != MPI_SUCCESS)
    REAL(Error_class)(rc, &class);
  return class;
}

static void end_all(const struct frame *f, struct held *h) {
  int class = error_class(f->rc);
  for (int i = 0; class == MPI_SUCCESS && i < h->n; i++)
    end(h, i, i, 1);
  for (int i = 0; class != MPI_SUCCESS && i < h->n; i++) {
    int error = class == MPI_ERR_IN_STATUS ? error_class(h->statuses[i].MPI_ERROR) : class;
    if (error == MPI_SUCCESS || gone(h, i) ||
        (class == MPI_ERR_IN_STATUS && error != MPI_ERR_PENDING))
      end(h, i, i, error == MPI_SUCCESS);
  }
}

static void end_some(const struct frame *f, struct held *h, int count, const int *indices) {
  int class = error_class(f->rc);
  if (count == MPI_UNDEFINED || (class != MPI_SUCCESS && class != MPI_ERR_IN_STATUS))
    return;
  for (int k = 0; k < count; k++) {
    int bad = class == MPI_ERR_IN_STATUS && h->statuses[k].MPI_ERROR;
    end(h, indices[k], k, !bad);
  }
}

#define HOOK(Name, call)                                                                       \
  void completion_enter_##Name(struct frame *f);                                               \
  void completion_enter_##Name(struct frame *f) {                                              \
    struct args_##Name *a = f->args;                                                           \
    hold call;                                                                                 \
  }
HOOK(Wait, (f, a->request, 1, &a->status, 0))
HOOK(Test, (f, a->request, 1, &a->status, 0))
HOOK(Waitany, (f, a->array_of_requests, a->count, &a->status, 0))
HOOK(Testany, (f, a->array_of_requests, a->count, &a->status, 0))
HOOK(Waitall, (f, a->array_of_requests, a->count, &a->array_of_statuses, 1))
HOOK(Testall, (f, a->array_of_requests, a->count, &a->array_of_statuses, 1))
HOOK(Waitsome, (f, a->array_of_requests, a->incount, &a->array_of_statuses, 1))
HOOK(Testsome, (f, a->array_of_requests, a->incount, &a->array_of_statuses, 1))
HOOK(Request_get_status, (f, &a->request, 1, &a->status, 0))
#if HAS_MPI4
HOOK(Parrived, (f, &a->request, 1, &(MPI_Status *){MPI_STATUS_IGNORE}, 0))
#endif
#if HAS_MPI41
#define ALL a->array_of_requests
HOOK(Request_get_status_all, (f, ALL, a->count, &a->array_of_statuses, 1))
HOOK(Request_get_status_any, (f, ALL, a->count, &a->status, 0))
HOOK(Request_get_status_some, (f, ALL, a->incount, &a->array_of_statuses, 1))
#endif

/* The i-th request is complete and stays; `at` is the number of its status. */
static void note(struct frame *f, struct held *h, int i, int at) {
  h->found = 1;
  if (i >= 0 && i < h->n && h->entries[i])
    request_note(f, h->entries[i], &h->statuses[at]);
}

/* `h` is what was held. The statement runs only if the call says that requests are complete. */
#define LEAVE(Name, statement)                                                                 \
  void completion_leave_##Name(struct frame *f);                                               \
  void completion_leave_##Name(struct frame *f) {                                              \
    struct args_##Name *a = f->args;                                                           \
    struct held *h = held_by(f);                                                               \
    if (!h)                                                                                    \
      return;                                                                                  \
    int good = f->rc == MPI_SUCCESS;                                                           \
    statement;                                                                                 \
    finish(f, h);                                                                              \
  }
LEAVE(Wait, (void)a; end(h, 0, 0, good))
LEAVE(Test, if (good ? *a->flag : gone(h, 0)) end(h, 0, 0, good))
LEAVE(Waitany, if (good || gone(h, *a->indx)) end(h, *a->indx, 0, good))
LEAVE(Testany, if (good ? *a->flag : gone(h, *a->indx)) end(h, *a->indx, 0, good))
LEAVE(Waitall, (void)a; (void)good; end_all(f, h))
LEAVE(Testall, if (!good || *a->flag) end_all(f, h))
LEAVE(Waitsome, (void)good; end_some(f, h, *a->outcount, a->array_of_indices))
LEAVE(Testsome, (void)good; end_some(f, h, *a->outcount, a->array_of_indices))
LEAVE(Request_get_status, if (good && *a->flag) note(f, h, 0, 0))
#if HAS_MPI4
LEAVE(Parrived, h->found = !good || *a->flag)
#endif
#if HAS_MPI41
LEAVE(Request_get_status_all,
      for (int i = 0; good && *a->flag && i < h->n; i++) note(f, h, i, i))
LEAVE(Request_get_status_any, if (good && *a->flag) note(f, h, *a->indx, 0))
LEAVE(Request_get_status_some,
      for (int k = 0; good && k < *a->outcount; k++) note(f, h, a->array_of_indices[k], k))
#endif
