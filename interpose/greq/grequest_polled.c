/* grequest_polled.c: extensions of MPICH: generalized requests whose progress the library asks
 * the program for, and classes of such requests. */
#include "grequest.h"
#if HAS_POLLED
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/world.h"

struct kind {
  MPIX_Grequest_class id;
  MPI_Grequest_query_function *query;
  MPI_Grequest_free_function *free;
  MPI_Grequest_cancel_function *cancel;
  MPIX_Grequest_poll_function *poll;
  MPIX_Grequest_wait_function *wait;
  struct kind *next;
};

static struct kind *kinds;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct kind *kind_find(MPIX_Grequest_class id) {
  pthread_mutex_lock(&lock);
  struct kind *k = kinds;
  while (k && k->id != id)
    k = k->next;
  pthread_mutex_unlock(&lock);
  return k;
}

static void polls(struct grequest *g, MPIX_Grequest_poll_function *poll,
                  MPIX_Grequest_wait_function *wait) {
  g->poll = poll;
  g->wait = wait;
  g->polled = poll || wait;
}

/* These callbacks stand in place of the program's. */
#define OURS(a)                                                                                \
  do {                                                                                         \
    (a)->query_fn = (a)->query_fn ? GREQ_FN(MPI_Grequest_query_function, callback_query) : 0;  \
    (a)->free_fn = (a)->free_fn ? GREQ_FN(MPI_Grequest_free_function, callback_free) : 0;      \
    (a)->cancel_fn =                                                                           \
        (a)->cancel_fn ? GREQ_FN(MPI_Grequest_cancel_function, callback_cancel) : 0;           \
    (a)->poll_fn = (a)->poll_fn ? callback_poll : 0;                                           \
    (a)->wait_fn = (a)->wait_fn ? callback_wait : 0;                                           \
  } while (0)

void greqx_enter_start(struct frame *f);
void greqx_enter_start(struct frame *f) {
  struct args_X_Grequest_start *a = f->args;
  struct grequest *g = greq_wrap(f, &a->extra_state, a->query_fn, a->free_fn, a->cancel_fn);
  f->greq.request = g;
  if (!g)
    return;
  polls(g, a->poll_fn, a->wait_fn);
  OURS(a);
}

void greqx_leave_start(struct frame *f);
void greqx_leave_start(struct frame *f) {
  struct args_X_Grequest_start *a = f->args;
  greq_made(f, a->request);
}

void greqx_enter_class(struct frame *f);
void greqx_enter_class(struct frame *f) {
  struct args_X_Grequest_class_create *a = f->args;
  struct kind *k = calloc(1, sizeof *k);
  f->greq.kind = k;
  if (!k) {
    world_off("out of memory", 0);
    return;
  }
  k->query = a->query_fn;
  k->free = a->free_fn;
  k->cancel = a->cancel_fn;
  k->poll = a->poll_fn;
  k->wait = a->wait_fn;
  OURS(a);
}

void greqx_leave_class(struct frame *f);
void greqx_leave_class(struct frame *f) {
  struct args_X_Grequest_class_create *a = f->args;
  struct kind *k = f->greq.kind;
  if (!k)
    return;
  if (f->rc != MPI_SUCCESS) {
    free(k);
    return;
  }
  k->id = *a->greq_class;
  pthread_mutex_lock(&lock);
  k->next = kinds;
  kinds = k;
  pthread_mutex_unlock(&lock);
}

/* The library has our callbacks for this class, whether or not this request is followed. */
void greqx_enter_allocate(struct frame *f);
void greqx_enter_allocate(struct frame *f) {
  struct args_X_Grequest_class_allocate *a = f->args;
  const struct kind *k = kind_find(a->greq_class);
  struct grequest *g = k ? greq_wrap(f, &a->extra_state, k->query, k->free, k->cancel) : NULL;
  if (g)
    polls(g, k->poll, k->wait);
  f->greq.request = g;
}

void greqx_leave_allocate(struct frame *f);
void greqx_leave_allocate(struct frame *f) {
  struct args_X_Grequest_class_allocate *a = f->args;
  greq_made(f, a->request);
}
#else
typedef int greqx_none;
#endif
