#define _GNU_SOURCE
#include "view.h"
#include <pthread.h>
#include <sys/mman.h>
#include "gate.h"
#include "interpose/arch/own_call.h"
#include "interpose/arch/region.h"

#define PAGE 4096ul

/* Only one window is made or dropped at a time. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* How often the memory that begins at `lo` was made a view. Those that share a place share it
 * by turns. After MANY views all memory may linger, because a program that has made so many
 * makes more. */
#define OFTEN 4
#define MANY 256
static struct view_made {
  uintptr_t lo;
  unsigned times;
} made[64];
static unsigned made_all;
static int lingering; /* regions that linger, or did when they were last counted */

static struct view_made *made_at(uintptr_t lo) {
  struct view_made *m = &made[lo / PAGE % (sizeof made / sizeof *made)];
  if (m->lo != lo)
    *m = (struct view_made){lo, 0};
  return m;
}

static void pages_of(struct view *v, uintptr_t base, size_t size) {
  v->lo = base & ~(PAGE - 1);
  v->hi = (base + size + PAGE - 1) & ~(PAGE - 1);
}

static void set_state(struct region *r, void *state) {
  r->state = *(unsigned *)state;
}

static void set_busy(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_BUSY;
}

static void add_window(struct region *r, void *unused) {
  (void)unused;
  r->windows++;
}

/* The program may have unmapped the window's memory. */
static void drop_window(struct region *r, void *unused) {
  (void)unused;
  r->windows -= r->windows > 0;
}

/* Reserves address space for a mapping. */
static uintptr_t reserve(uintptr_t lo, size_t size, int view) {
  void *p =
      region_beside(lo, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, view);
  return p == MAP_FAILED ? 0 : (uintptr_t)p;
}

static uintptr_t reserve_at(uintptr_t at, size_t size) {
  void *p = mmap((void *)at, size, PROT_NONE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
  if (p == (void *)at)
    return at;
  if (p != MAP_FAILED)
    munmap(p, size);
  return 0;
}

/* For memory of the program. */

/* Returns whether all of it can be mapped twice. */
static int check(uintptr_t lo, uintptr_t hi, enum view_care care) {
  int ours;
  for (uintptr_t at = lo, end; at < hi; at = end) {
    enum mapping is = mapping_of(at, hi, &end, &ours);
    if (is == MAPPING_FRAMES)
      is = care & VIEW_FRAMES ? MAPPING_PRIVATE : MAPPING_STACK;
    if (is != MAPPING_PRIVATE && is != MAPPING_SHARED)
      return (int)is;
  }
  return 0;
}

/* One mapping that is in no region yet; reserves address space for the alias. */
static int protect_one(uintptr_t lo, uintptr_t hi, int is_shared, intptr_t delta) {
  uintptr_t alias = lo + (uintptr_t)delta;
  unsigned state = is_shared ? REGION_FILE : 0, busy = state | REGION_BUSY;
  if (region_add_as(lo, hi - lo, delta, busy))
    return -1;
  int failed = is_shared
                   ? mapping_again(lo, hi - lo, alias) || own_protect(lo, hi - lo, PROT_NONE)
                   : mapping_share(lo, hi - lo, alias, 1);
  if (failed) {
    region_remove_all(lo, hi);
    return failed;
  }
  made_at(lo)->times++;
  made_all++;
  region_change_deferred(lo, hi, set_state, &state);
  return 0;
}

static int protect(uintptr_t lo, uintptr_t hi, intptr_t delta, enum view_care care) {
  int failed = check(lo, hi, care), ours;
  if (failed)
    return failed;
  if (!reserve_at(lo + (uintptr_t)delta, hi - lo))
    return VIEW_NO_ROOM;
  for (uintptr_t at = lo, end; at < hi; at = end) {
    enum mapping is = mapping_of(at, hi, &end, &ours);
    if (protect_one(at, end, is == MAPPING_SHARED, delta)) {
      munmap((void *)(at + (uintptr_t)delta), hi - at);
      return VIEW_NO_ROOM;
    }
  }
  return 0;
}

/* `also`: what it is besides */
static void leave_open(const struct region *r, unsigned also) {
  unsigned open = (r->state & ~(unsigned)REGION_LINGERS) | REGION_OPEN | also;
  region_change_deferred(r->lo, r->hi, set_state, &open);
  own_protect(r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
  region_left(r->lo, r->hi);
}

/* From now on nobody else uses the alias. The thread that made the region never counts as using
 * it (pages.c). */
static int claim(struct region *r) {
  if (r->state & REGION_HELD || r->thread != (uintptr_t)__builtin_thread_pointer())
    return 0;
  if (!(r->state & REGION_FILE))
    mapping_forget(r->lo, r->hi - r->lo);
  region_change_deferred(r->lo, r->hi, set_busy, NULL);
  region_look(r->lo, r);
  r->state &= ~(unsigned)REGION_BUSY;
  return !(r->state & REGION_HELD);
}

static void unprotect(struct region *r) {
  size_t size = r->hi - r->lo;
  uintptr_t alias = r->lo + (uintptr_t)r->delta;
  if (!claim(r) || (r->state & REGION_FILE ? own_protect(r->lo, size, PROT_READ | PROT_WRITE)
                                           : mapping_private(r->lo, size, alias))) {
    leave_open(r, 0);
    return;
  }
  region_remove_all(r->lo, r->hi);
  munmap((void *)alias, size);
  gate_removed(r->lo, size, r->delta);
}

static int may_come_again(const struct region *r) {
  return made_all >= MANY || made_at(r->lo)->times >= OFTEN;
}

/* Returns whether another region may linger. */
static int has_room(void) {
  struct region r;
  if (lingering < VIEW_LINGERS_MOST)
    return 1;
  lingering = 0;
  for (uintptr_t at = 0; region_look(at, &r); at = r.hi)
    lingering += (r.state & REGION_LINGERS) != 0;
  return lingering < VIEW_LINGERS_MOST;
}

/* Whether the region lingers, as the last window in it was freed. */
static int is_to_linger(const struct region *r, int may_linger) {
  return may_linger && may_come_again(r) &&
         !(r->state & (REGION_BUFFER | REGION_HELD | REGION_FILE)) && has_room();
}

static void set_lingers(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_OPEN | REGION_LINGERS;
}

/* Regions side by side, by one system call, which may cost more than all the rest. */
static void linger(uintptr_t lo, uintptr_t hi) {
  if (lo == hi)
    return;
  region_change_deferred(lo, hi, set_lingers, NULL);
  own_protect(lo, hi - lo, PROT_READ | PROT_WRITE);
  region_left(lo, hi);
}

/* Memory that lingers there becomes ordinary memory. */
static void end_lingering(uintptr_t lo, uintptr_t hi) {
  struct region r;
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi)
    if (r.state & REGION_LINGERS)
      unprotect(&r);
}

static void end_all_lingering(void) {
  end_lingering(0, UINTPTR_MAX);
  lingering = 0;
}

static void release(uintptr_t lo, uintptr_t hi, int may_linger) {
  struct region r;
  uintptr_t from = lo, to = lo; /* these are about to linger */
  region_change_deferred(lo, hi, drop_window, NULL);
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi) {
    if (r.windows || r.state & REGION_OPEN)
      continue;
    if (!is_to_linger(&r, may_linger)) {
      unprotect(&r);
      continue;
    }
    lingering++;
    if (r.lo != to) {
      linger(from, to);
      from = r.lo;
    }
    to = r.hi;
  }
  linger(from, to);
}

/* Chooses where the alias of all of it will lie: beside that of regions that exist already. */
static int choose(const struct view *v, intptr_t *delta) {
  struct region r;
  uintptr_t alias;
  if (region_look(v->lo, &r) && r.lo < v->hi) {
    *delta = r.delta;
    for (uintptr_t at = r.hi; region_look(at, &r) && r.lo < v->hi; at = r.hi)
      if (r.delta != *delta)
        return -1;
    return 0;
  }
  if (!(alias = reserve(v->lo, v->hi - v->lo, 0)))
    return -1;
  *delta = (intptr_t)(alias - v->lo);
  munmap((void *)alias, v->hi - v->lo); /* each part reserves its own piece again below */
  return 0;
}

static const struct given_stacks *stacks;

void view_stacks(const struct given_stacks *given) {
  stacks = given;
}

/* Returns whether another thread's stack lies there. */
static int is_given(uintptr_t lo, uintptr_t hi) {
  uintptr_t self = (uintptr_t)__builtin_thread_pointer();
  for (int i = 0; stacks && i < stacks->count && i < GIVEN_STACKS; i++) {
    uintptr_t from = stacks->stack[i].lo, to = stacks->stack[i].hi;
    if (from < hi && lo < to && !(from <= self && self < to))
      return 1;
  }
  return 0;
}

int view_give(uintptr_t lo, uintptr_t hi) {
  struct region r;
  int closed = 0;
  lo &= -PAGE;
  hi = (hi + PAGE - 1) & -PAGE;
  pthread_mutex_lock(&lock);
  if (region_look(lo, &r) && r.lo < hi) {
    region_split(lo);
    region_split(hi);
  }
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi) {
    closed |= !(r.state & REGION_OPEN);
    leave_open(&r, REGION_HELD); /* nobody may copy it, either */
  }
  pthread_mutex_unlock(&lock);
  return closed;
}

/* Makes regions of the parts that are none yet. */
static int fill(const struct view *v, intptr_t delta, enum view_care care) {
  struct region r;
  int failed = 0;
  for (uintptr_t at = v->lo, to; at < v->hi && !failed; at = to) {
    int found = region_look(at, &r) && r.lo < v->hi;
    to = found && r.lo <= at ? r.hi : found ? r.lo : v->hi;
    if (found && r.lo <= at)
      continue;
    failed = protect(at, to, delta, care);
  }
  return failed;
}

struct closing {
  uintptr_t lo, hi;
  int done;
};

/* By one system call, if some region is open. What the heap holds may be out of reach then. */
static void close_view(struct region *r, void *context) {
  struct closing *c = context;
  if (r->state & REGION_OPEN && !c->done) {
    c->done = 1;
    own_protect(c->lo, c->hi - c->lo, PROT_NONE);
  }
  r->state &= ~(unsigned)(REGION_OPEN | REGION_LEFT | REGION_LINGERS);
}

/* Regions that were made so far have no window yet. */
static void undo(const struct view *v) {
  struct region r;
  for (uintptr_t at = v->lo; region_look(at, &r) && r.lo < v->hi; at = r.hi)
    if (!r.windows && !(r.state & REGION_OPEN))
      unprotect(&r);
}

static int create(struct view *v, enum view_care care) {
  if (choose(v, &v->delta) || region_split(v->lo) || region_split(v->hi))
    return VIEW_NO_ROOM;
  int failed = fill(v, v->delta, care);
  if (failed)
    undo(v);
  return failed;
}

int view_create(struct view *v, uintptr_t base, size_t size, enum view_care care) {
  int failed = 0;
  pages_of(v, base, size);
  if (care & VIEW_ALONE && region_reach(v->lo, v->hi, &v->delta) == REGION_NONE &&
      !(base == v->lo && base + size == v->hi) && !mapping_alone(v->lo, v->hi))
    return VIEW_HOSTS;
  pthread_mutex_lock(&lock);
  if (is_given(v->lo, v->hi))
    failed = MAPPING_STACK;
  else
    failed = create(v, care);
  /* Aliases of memory that lingers may lie where that of this view would have to lie, or there
   * are too many regions. */
  if (failed == VIEW_NO_ROOM && lingering) {
    end_lingering(v->lo, v->hi);
    failed = create(v, care);
  }
  if (failed == VIEW_NO_ROOM && lingering) {
    end_all_lingering();
    failed = create(v, care);
  }
  if (!failed) {
    struct closing c = {v->lo, v->hi, 0};
    region_change_deferred(v->lo, v->hi, close_view, &c);
    region_change_deferred(v->lo, v->hi, add_window, NULL);
  }
  pthread_mutex_unlock(&lock);
  v->kind = failed ? VIEW_NONE : VIEW_CREATED;
  return failed;
}

/* Memory of MPI. */

/* Makes private memory shared. Other threads may be storing to memory beside it. */
static int share(uintptr_t lo, uintptr_t hi) {
  int failed = 0, ours;
  unsigned state = REGION_OPEN;
  for (uintptr_t at = lo, end; at < hi && !failed; at = end) {
    enum mapping is = mapping_of(at, hi, &end, &ours);
    if (is != MAPPING_PRIVATE) {
      failed = is == MAPPING_SHARED ? 0 : (int)is;
      continue;
    }
    uintptr_t place = reserve(at, end - at, 0);
    if (!place || region_add_as(at, end - at, 0, state | REGION_BUSY))
      return VIEW_NO_ROOM;
    failed = mapping_share(at, end - at, place, 0) ? VIEW_NO_ROOM : 0;
    region_remove_all(at, end);
    munmap((void *)place, end - at);
  }
  return failed;
}

/* The kernel moves only one mapping at a time. */
static int map_again(uintptr_t lo, uintptr_t hi, uintptr_t place) {
  int ours, failed = 0;
  for (uintptr_t at = lo, end; at < hi && !failed; at = end)
    failed = mapping_of(at, hi, &end, &ours) != MAPPING_SHARED ||
             mapping_again(at, end - at, place + (at - lo));
  return failed;
}

static int map(struct view *v, uintptr_t lo, uintptr_t hi) {
  size_t size = hi - lo;
  intptr_t delta;
  if (region_reach(lo, hi, &delta) != REGION_NONE)
    return VIEW_OF_OTHER;
  int failed = share(lo, hi);
  uintptr_t place = failed ? 0 : reserve(lo, size, 1);
  if (!place)
    return failed ? failed : VIEW_NO_ROOM;
  delta = (intptr_t)(lo - place);
  if (map_again(lo, hi, place) || own_protect(place, size, PROT_NONE) ||
      region_add_as(place, size, delta, REGION_MPI)) {
    munmap((void *)place, size);
    return VIEW_NO_ROOM;
  }
  *v = (struct view){VIEW_MAPPED, place, place + size, delta};
  return 0;
}

int view_map(struct view *v, uintptr_t base, size_t size) {
  pages_of(v, base, size);
  pthread_mutex_lock(&lock);
  int failed = map(v, v->lo, v->hi);
  pthread_mutex_unlock(&lock);
  return failed;
}

void view_drop(const struct view *v, int may_linger) {
  pthread_mutex_lock(&lock);
  if (v->kind == VIEW_CREATED)
    release(v->lo, v->hi, may_linger);
  if (v->kind == VIEW_MAPPED) {
    region_remove_all(v->lo, v->hi);
    munmap((void *)v->lo, v->hi - v->lo);
  }
  pthread_mutex_unlock(&lock);
}

int view_lingers(void) {
  return lingering;
}

void view_settle(int over) {
  pthread_mutex_lock(&lock);
  view_unmap_left();
  if (over)
    end_all_lingering();
  pthread_mutex_unlock(&lock);
}
