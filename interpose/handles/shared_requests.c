#include "shared_requests.h"
#include <pthread.h>
#include <stdlib.h>
#include "include/hash.h"
#include "interpose/calls/completion.h"
#include "interpose/stack/fortran.h"
#include "maker.h"
#include "interpose/stack/stack.h"
#include "interpose/base/world.h"

/* The places where operations are started. */
struct lost_place {
  uint32_t stack; /* the key */
  struct maker maker;
  uint64_t started, ended; /* ended: counts those of which this is known */
  UT_hash_handle hh;
};

/* The last operations, found by the variable that has their handle. */
#define VARIABLES 4096
static struct {
  const MPI_Request *variable;
  struct lost_place *place;
} last[VARIABLES];
static int last_thread[VARIABLES]; /* number of the one that started it, 0 for the only one */

/* A thread may complete what another one waits for; its owners are told before that one goes
 * on. */
static pthread_mutex_t telling = PTHREAD_MUTEX_INITIALIZER;

void requests_shared_begin(void) {
  calls_lock(&telling);
}

void requests_shared_end(void) {
  calls_unlock(&telling);
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct lost_place *places;
static _Atomic uint64_t started;
static uint64_t ended;
static struct maker latest; /* of the one that ended last */
static int counted = 1;     /* all of them: none was only told to be complete */

int shared_requests_any(void) {
  return started > 0;
}

static unsigned slot(const MPI_Request *variable) {
  return (unsigned)((uint64_t)(uintptr_t)variable * 0x9e3779b97f4a7c15u >> 52);
}

int shared_requests_copied(const struct frame *f) {
  return from_fortran(f->thread);
}

static struct lost_place *place_get(struct maker m) {
  struct lost_place *p;
  HASH_FIND(hh, places, &m.stack, sizeof m.stack, p);
  if (p)
    return p;
  p = calloc(1, sizeof *p);
  if (!p)
    return NULL;
  p->stack = m.stack;
  p->maker = m;
  HASH_ADD(hh, places, stack, sizeof p->stack, p);
  return p;
}

struct lost_place *shared_requests_place(struct maker m) {
  calls_lock(&lock);
  struct lost_place *p = place_get(m);
  calls_unlock(&lock);
  if (!p)
    world_off("out of memory", 0);
  return p;
}

void shared_requests_started_at(struct lost_place *p, const MPI_Request *variable, int copy) {
  unsigned i = slot(variable);
  calls_lock(&lock);
  atomic_store_explicit(&started, started + 1, memory_order_relaxed); /* with the lock */
  p->started++;
  last[i].variable = copy ? NULL : variable;
  last[i].place = p;
  if (thread_several)
    last_thread[i] = thread_current->number;
  calls_unlock(&lock);
}

void shared_requests_started(struct frame *f, const MPI_Request *variable) {
  struct lost_place *p = shared_requests_place(misuse_maker(f->thread));
  if (p)
    shared_requests_started_at(p, variable, shared_requests_copied(f));
}

/* Where threads complete operations, one may be counted as ended before it is as started. */
static int one_too_many(void) {
  if (ended < started || !counted || world.concurrent)
    return 0;
  ended = started;
  return 1;
}

int shared_requests_starter(const MPI_Request *variable) {
  unsigned i = slot(variable);
  calls_lock(&lock);
  int thread = last[i].variable == variable ? last_thread[i] : -1;
  calls_unlock(&lock);
  return thread;
}

void shared_requests_ended(struct frame *f, const MPI_Request *variable, int copy) {
  unsigned i = slot(variable);
  calls_lock(&lock);
  int over = one_too_many();
  ended += !over;
  if (!over && last[i].place)
    latest = last[i].place->maker;
  if (!copy && last[i].variable == variable) {
    last[i].place->ended++;
    last[i].variable = NULL;
  }
  struct maker m = latest;
  calls_unlock(&lock);
  if (over)
    misuse_feed_of(f, MISUSE_STALE, &m, 0, 0);
}

void shared_requests_told(void) {
  calls_lock(&lock);
  for (struct lost_place *p = places; p; p = p->hh.next)
    p->started = p->ended = 0;
  for (int i = 0; i < VARIABLES; i++)
    last[i].variable = NULL;
  started = ended = 0;
  counted = 0;
  calls_unlock(&lock);
}

/* Returns the place that started most of the lost ones; or, with `after`, the next by
 * number. */
static int more(const struct lost_place *a, const struct lost_place *b) {
  uint64_t left = a->started - a->ended, other = b->started - b->ended;
  return left != other ? left > other : a->stack < b->stack;
}

static const struct lost_place *next_place(const struct lost_place *after) {
  const struct lost_place *best = NULL;
  for (const struct lost_place *p = places; p; p = p->hh.next)
    if (p->started > p->ended && (!after || more(after, p)) && (!best || more(p, best)))
      best = p;
  return best;
}

/* `most`: how many places may have started them. */
static void feed_among(struct frame *f, uint64_t count, int64_t most) {
  struct maker m[MISUSE_MAKERS];
  int n = 0;
  for (const struct lost_place *p = next_place(NULL); p && n < MISUSE_MAKERS; p = next_place(p))
    m[n++] = p->maker;
  misuse_feed_among(f, MISUSE_LOST_AMONG, m, n, (int64_t)count, most);
}

void shared_requests_finalize(struct frame *f) {
  uint64_t open = 0;
  int64_t n = 0;
  if (started <= ended)
    return;
  for (const struct lost_place *p = next_place(NULL); p; p = next_place(p), n++)
    open += p->started - p->ended;
  if (n > 1 && open != started - ended) {
    feed_among(f, started - ended, n);
    return;
  }
  for (const struct lost_place *p = next_place(NULL); p; p = next_place(p))
    misuse_feed_of(f, MISUSE_LOST, &p->maker, 0, 0);
}
