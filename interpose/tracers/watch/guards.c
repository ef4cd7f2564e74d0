#define _GNU_SOURCE
#include "guards.h"
#include <pthread.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include "interpose/tracers/pages/stack_window.h"
#include "interpose/tracers/pages/pages.h"
#include "interpose/tracers/pages/peers.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/base/world.h"
#include "interpose/order/thread_order.h"

#define GUARDS 16
#define FIRST 3       /* turns of a line */
#define COST METER_MS /* what it costs to make one and to give it back */

_Atomic int guards_count;

static struct guard {
  struct view view;
  uintptr_t lo, hi;
  int rights;
} guard[GUARDS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
/* Whether the program has only one thread when it calls MPI_Init; all threads after that, the
 * program's, MPI's and ours; 0: not known. */
static int begins_alone;
static unsigned long threads;
static int on;

static unsigned long thread_count(void) {
  struct stat s;
  return stat("/proc/self/task", &s) ? 0 : (unsigned long)s.st_nlink - 2;
}

void guards_before_init(void) {
  int by_program, early = order_early_threads(&by_program);
  unsigned long before = thread_count();
  begins_alone = before == 1 || (before && !by_program && before <= 1ul + (unsigned)early);
}

void guards_after_init(void) {
  threads = begins_alone ? thread_count() : 0;
}

void guards_begin(void) {
  on = 1;
}

void guards_stop(void) {
  on = 0;
}

/* Finds the guard that covers these pages, because several buffers may share pages. */
static struct guard *guard_of(uintptr_t lo, uintptr_t hi) {
  for (int i = 0; i < GUARDS; i++)
    if (guard[i].view.kind && guard[i].view.lo <= lo && hi <= guard[i].view.hi)
      return &guard[i];
  return NULL;
}

static int join(struct guard *g, uintptr_t lo, uintptr_t hi, int rights) {
  g->lo = lo < g->lo ? lo : g->lo;
  g->hi = hi > g->hi ? hi : g->hi;
  g->rights &= rights;
  frames_rights(g->view.lo, g->rights);
  return 1;
}

static int make(uintptr_t lo, uintptr_t hi, int rights) {
  struct guard *g = guard;
  while (g < guard + GUARDS && g->view.kind)
    g++;
  if (g == guard + GUARDS || pages_guard(&g->view, lo, hi - lo, METER_GUARDS))
    return 0;
  *g = (struct guard){g->view, lo, hi, rights};
  frames_rights(g->view.lo, rights);
  guards_count++;
  return 1;
}

/* Returns whether the program has started no thread, and may not start one that calls MPI.
 * Another thread's stores would be lost while a page gets or loses its view. */
static int is_alone(void) {
  return !world.concurrent && !order_on && threads && thread_count() <= threads;
}

int guards_may_add(void) {
  return on && guards_count < GUARDS && meter_allows(METER_GUARDS, COST);
}

int guards_add(uintptr_t lo, uintptr_t hi, enum watch what, uint32_t turn) {
  int rights = what == WATCH_READ ? PROT_READ : PROT_NONE, done = 0;
  if (!on || hi - lo > GUARDS_MOST || !peers_fail_gently())
    return 0;
  pthread_mutex_lock(&lock);
  struct guard *g = guard_of(lo, hi);
  if (g)
    done = join(g, lo, hi, rights);
  else if ((turn <= FIRST ? meter_affords(METER_GUARDS, 0)
                          : meter_allows(METER_GUARDS, COST)) &&
           is_alone()) {
    done = make(lo, hi, rights);
    if (done)
      meter_spend(METER_GUARDS, COST);
  }
  pthread_mutex_unlock(&lock);
  return done;
}

static int is_used(const struct guard *g) {
  world_lock();
  unsigned uses = check_uses(world.check, (int64_t)g->lo, (int64_t)g->hi);
  world_unlock();
  return (uses & (1u << WATCH_READ | 1u << WATCH_WRITTEN)) != 0;
}

void guards_settle(int all) {
  pthread_mutex_lock(&lock);
  for (int i = 0; i < GUARDS; i++)
    if (guard[i].view.kind && (all || !is_used(&guard[i]))) {
      pages_freed(&guard[i].view);
      guards_count--;
    }
  pthread_mutex_unlock(&lock);
}
