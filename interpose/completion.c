/* completion.c: MPI_Wait, MPI_Test and their kin. They may overwrite the handles, so these are
 * copied before. */
#include "completion.h"
#include <stdlib.h>
#include <string.h>
#include "world.h"

/* One call; callbacks of the program may make another inside it. */
struct held {
  MPI_Request *now, *before;
  MPI_Status *statuses; /* the call's, for one or for all */
  MPI_Status *own, one;
  int n, room, own_room;
};
static __thread struct held **levels; /* by depth */
static __thread int level_count;

static struct held *held_of(const struct frame *f) {
  if (f->depth >= level_count) {
    struct held **grown = realloc(levels, (size_t)(f->depth + 1) * sizeof *grown);
    if (!grown)
      return NULL;
    levels = grown;
    while (level_count <= f->depth)
      levels[level_count++] = NULL;
  }
  if (!levels[f->depth])
    levels[f->depth] = calloc(1, sizeof **levels);
  return levels[f->depth];
}

static int reserve(struct held *h, int n, int statuses) {
  if (n > h->room) {
    MPI_Request *grown = realloc(h->before, (size_t)n * sizeof *grown);
    if (!grown)
      return 0;
    h->before = grown;
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

/* `many`: one status for each request. */
static void hold(struct frame *f, MPI_Request *requests, int n, MPI_Status **status, int many) {
  struct held *h = held_of(f);
  if (h)
    h->n = 0;
  if (!h || !requests_any() || n <= 0 || !requests)
    return;
  int ignored = *status == (many ? MPI_STATUSES_IGNORE : MPI_STATUS_IGNORE);
  if (!reserve(h, n, many && ignored ? n : 0)) {
    world_off("out of memory", 0);
    return;
  }
  if (ignored)
    *status = many ? h->own : &h->one;
  memcpy(h->before, requests, (size_t)n * sizeof *requests);
  h->now = requests;
  h->n = n;
  h->statuses = *status;
  if (world.concurrent)
    requests_busy(h->before, n, 1);
}

/* What was held for the call that ends, or NULL. */
static struct held *release(struct frame *f) {
  struct held *h = f->depth < level_count ? levels[f->depth] : NULL;
  if (!h || !h->n)
    return NULL;
  if (world.concurrent)
    requests_busy(h->before, h->n, -1);
  return h;
}

static void end(struct frame *f, struct held *h, int i, int at, int ok) {
  if (i >= 0 && i < h->n && h->before[i] != MPI_REQUEST_NULL)
    request_complete(f, h->before[i], &h->statuses[at], ok);
}

static int gone(const struct held *h, int i) {
  return i >= 0 && i < h->n && h->before[i] != MPI_REQUEST_NULL &&
         h->now[i] == MPI_REQUEST_NULL;
}

static int error_class(int rc) {
  int class = rc;
  if (rc != MPI_SUCCESS)
    REAL(Error_class)(rc, &class);
  return class;
}

static void end_all(struct frame *f, struct held *h) {
  int class = error_class(f->rc);
  for (int i = 0; i < h->n; i++) {
    int error = class == MPI_ERR_IN_STATUS ? error_class(h->statuses[i].MPI_ERROR) : class;
    if (error == MPI_SUCCESS || gone(h, i) ||
        (class == MPI_ERR_IN_STATUS && error != MPI_ERR_PENDING))
      end(f, h, i, i, error == MPI_SUCCESS);
  }
}

static void end_some(struct frame *f, struct held *h, int count, const int *indices) {
  int class = error_class(f->rc);
  if (count == MPI_UNDEFINED || (class != MPI_SUCCESS && class != MPI_ERR_IN_STATUS))
    return;
  for (int k = 0; k < count; k++) {
    int bad = class == MPI_ERR_IN_STATUS && h->statuses[k].MPI_ERROR;
    end(f, h, indices[k], k, !bad);
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

/* `h` is what was held. The statement runs only if the call says what is complete. */
#define LEAVE(Name, statement)                                                                 \
  void completion_leave_##Name(struct frame *f);                                               \
  void completion_leave_##Name(struct frame *f) {                                              \
    struct args_##Name *a = f->args;                                                           \
    struct held *h = release(f);                                                               \
    if (!h)                                                                                    \
      return;                                                                                  \
    int good = f->rc == MPI_SUCCESS;                                                           \
    statement;                                                                                 \
    h->n = 0;                                                                                  \
  }
LEAVE(Wait, (void)a; end(f, h, 0, 0, good))
LEAVE(Test, if (good ? *a->flag : gone(h, 0)) end(f, h, 0, 0, good))
LEAVE(Waitany, if (good || gone(h, *a->indx)) end(f, h, *a->indx, 0, good))
LEAVE(Testany, if (good ? *a->flag : gone(h, *a->indx)) end(f, h, *a->indx, 0, good))
LEAVE(Waitall, (void)a; (void)good; end_all(f, h))
LEAVE(Testall, if (!good || *a->flag) end_all(f, h))
LEAVE(Waitsome, (void)good; end_some(f, h, *a->outcount, a->array_of_indices))
LEAVE(Testsome, (void)good; end_some(f, h, *a->outcount, a->array_of_indices))
LEAVE(Request_get_status, if (good && *a->flag) request_note(f, h->before[0], h->statuses))
