#define _GNU_SOURCE
#include "stack_window.h"
#include <sched.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "fault.h"
#include "interpose/arch/fault_stack.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/own_call.h"
#include "interpose/arch/region.h"
#include "interpose/tracers/shared/meter.h"

#define PAGE 4096ul
#define PAGES 64
#define MOST 20000 /* faults between two MPI calls, at most */
#define COST 2000  /* ns, of one */
#define LOOK_EVERY 256

/* The thread is in MPI. Nothing here lies in the heap, because a handler looks at it. */
static __thread int inside;

static struct stack_page {
  _Atomic uintptr_t at; /* 0: free */
  size_t size;          /* one page, or more where windows have left memory shared */
  uintptr_t thread;
  uintptr_t lo, hi;    /* windows or buffers have bytes from here to there */
  int rights;          /* rights that the program has, PROT_*, while the page is closed */
  int guards;          /* a buffer */
  enum meter meter;    /* that pays */
  atomic_int open;     /* the owner has left it open */
  atomic_int closing;  /* the owner is about to protect it */
  atomic_int paused;   /* somebody else is changing it */
  atomic_int kept;     /* its region is open for good, but a fork still has to know of it */
  uint32_t faults;     /* since it was closed */
  void *copy;          /* a copy of the contents for a child; */
  _Atomic pid_t forks; /* process that has made the copy, 0: none */
} pages[PAGES];
static atomic_int count;

static int limited;

void frames_begin(int limited_) {
  limited = limited_;
}

static uintptr_t self(void) {
  return (uintptr_t)__builtin_thread_pointer();
}

static int is_own(const struct stack_page *p) {
  return p->at && p->thread == self();
}

static struct stack_page *page_of(uintptr_t at) {
  for (int i = 0; i < PAGES; i++)
    if (pages[i].at && at - pages[i].at < pages[i].size)
      return &pages[i];
  return NULL;
}

static long protect(const struct stack_page *p, int rights) {
  return own_protect(p->at, p->size, rights);
}

static void page_open(struct stack_page *p) {
  p->open = 1;
  protect(p, PROT_READ | PROT_WRITE);
}

/* Closes the page, which may be the one that we run on. */
static void page_shut(struct stack_page *p) {
  p->faults = 0;
  p->closing = 1;
  if (!p->paused && p->at) { /* in this order */
    p->open = 0;
    protect(p, p->rights);
  }
  p->closing = 0;
}

static void page_close(struct stack_page *p) {
  p->forks = 0;
  page_shut(p);
  if (p->kept) /* another thread has opened its region meanwhile */
    page_open(p);
}

static void page_pause(struct stack_page *p) {
  p->paused++;
  while (p->closing && !is_own(p))
    sched_yield();
}

static void page_free(struct stack_page *p) {
  p->at = 0;
  page_pause(p);
  if (p->copy)
    munmap(p->copy, p->size);
  p->copy = NULL;
  p->forks = 0;
  p->paused = 0;
  count--;
}

/* Making. */

static void set_frames(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_FRAMES;
}

static struct stack_page *page_add(uintptr_t at, size_t size) {
  struct stack_page *p = pages;
  while (p < pages + PAGES && p->at)
    p++;
  void *copy = p < pages + PAGES ? mmap(NULL, size, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
                                 : MAP_FAILED;
  if (copy == MAP_FAILED || region_split(at) || region_split(at + size))
    return NULL;
  region_change(at, at + size, set_frames, NULL);
  p->size = size;
  p->thread = self();
  p->lo = UINTPTR_MAX;
  p->hi = 0;
  p->rights = PROT_NONE;
  p->guards = 0;
  p->meter = METER_STACKS;
  p->copy = copy;
  p->kept = 0;
  p->at = at;
  count++;
  return p;
}

static int meets(const struct stack_page *p, uintptr_t lo, uintptr_t hi) {
  return p->at && p->at < hi && p->at + p->size > lo;
}

static int edge_add(uintptr_t at) {
  return page_of(at) || page_add(at, PAGE) ? 0 : -1;
}

/* Adds the pages at the window's ends if other data lies in them. Other such pages may be known
 * from earlier windows. */
static int edges_add(const struct view *v, uintptr_t base, size_t size) {
  int failed = 0;
  if (base != v->lo || (v->hi - v->lo == PAGE && size != PAGE))
    failed = edge_add(v->lo);
  if (!failed && base + size != v->hi && v->hi - v->lo > PAGE)
    failed = edge_add(v->hi - PAGE);
  for (int i = 0; i < PAGES && !failed; i++) {
    struct stack_page *p = &pages[i];
    if (!meets(p, v->lo, v->hi))
      continue;
    p->lo = base < p->lo || p->kept ? base : p->lo;
    p->hi = base + size > p->hi || p->kept ? base + size : p->hi;
    p->kept = 0;
    page_open(p);
  }
  return failed;
}

static void set_buffer(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_BUFFER;
}

static int guard(const struct view *v, enum meter meter) {
  struct stack_page *p = page_add(v->lo, v->hi - v->lo);
  if (!p)
    return -1;
  region_change(v->lo, v->hi, set_buffer, NULL);
  p->guards = 1;
  p->meter = meter;
  page_open(p);
  return 0;
}

struct making {
  struct view *view;
  uintptr_t base;
  size_t size;
  int alone, guards;
  enum meter meter; /* the account for guarded buffers */
};

/* Runs on another stack, because nothing on this one may be touched meanwhile. */
static int make(void *argument) {
  struct making m = *(struct making *)argument;
  int failed = view_create(m.view, m.base, m.size, VIEW_FRAMES | (m.alone ? VIEW_ALONE : 0));
  if (!failed && (m.guards ? guard(m.view, m.meter) : edges_add(m.view, m.base, m.size))) {
    view_drop(m.view, 0);
    m.view->kind = VIEW_NONE;
    failed = VIEW_NO_ROOM;
  }
  return failed;
}

/* Memory that a window has left shared becomes memory of frames again. */
static void keep(uintptr_t lo, uintptr_t hi) {
  struct region r;
  for (uintptr_t at = lo; region_look(at, &r) && r.lo < hi; at = r.hi)
    if (r.state & REGION_OPEN && r.thread == self() && !page_of(r.lo))
      page_add(r.lo, r.hi - r.lo);
}

static int drop(void *view) {
  const struct view *v = view;
  view_drop(v, 0);
  keep(v->lo, v->hi);
  return 0;
}

/* The kernel lets a stack grow only from its lowest page. */
static void grow(uintptr_t lo, uintptr_t frame) {
  if (frame - lo < PAGE)
    (void)*(volatile char *)(lo - PAGE);
}

static void relax(void) {
  for (int i = 0; i < PAGES; i++)
    if (is_own(&pages[i]))
      return;
  tracer_around = 0;
}

static int prepare(uintptr_t lo, uintptr_t frame) {
  if (!fault_stack_ready())
    return -1;
  grow(lo, frame);
  return 0;
}

/* Returns whether all of it is in views already, none of them on a stack. */
static int is_plain_view(uintptr_t lo, uintptr_t hi) {
  intptr_t delta;
  int i = 0;
  while (i < PAGES && !meets(&pages[i], lo, hi))
    i++;
  return i == PAGES && region_reach(lo, hi, &delta) == REGION_ALL;
}

int frames_create(struct view *v, uintptr_t base, size_t size, int alone, uintptr_t frame) {
  uintptr_t lo = base & -PAGE, hi = (base + size + PAGE - 1) & -PAGE;
  struct making m = {v, base, size, alone, 0, METER_STACKS};
  if (is_plain_view(lo, hi) || !mapping_has_frames(lo, hi, frame))
    return view_create(v, base, size, alone ? VIEW_ALONE : 0);
  if (prepare(lo, frame))
    return MAPPING_STACK;
  tracer_around = 1;
  int failed = fault_stack_run(make, &m);
  if (failed)
    relax();
  return failed;
}

int frames_guard(struct view *v, uintptr_t at, size_t size, uintptr_t frame, enum meter meter) {
  uintptr_t lo = at & -PAGE, hi = (at + size + PAGE - 1) & -PAGE;
  struct making m = {v, at, size, 0, 1, meter};
  intptr_t delta;
  if (region_reach(lo, hi, &delta) != REGION_NONE)
    return VIEW_OF_OTHER;
  int here = mapping_has_frames(lo, hi, frame);
  if (here && prepare(lo, frame))
    return MAPPING_STACK;
  tracer_around = 1;
  int failed = here ? fault_stack_run(make, &m) : make(&m);
  if (failed)
    relax();
  return failed;
}

void frames_rights(uintptr_t at, int rights) {
  struct stack_page *p = page_of(at);
  if (p)
    p->rights = rights;
}

void frames_also(uintptr_t lo, uintptr_t hi) {
  for (int i = 0; i < PAGES && count; i++)
    if (meets(&pages[i], lo, hi)) {
      pages[i].lo = lo < pages[i].lo ? lo : pages[i].lo;
      pages[i].hi = hi > pages[i].hi ? hi : pages[i].hi;
    }
}

static void page_update(struct stack_page *p) {
  struct region r;
  if (!region_look(p->at, &r) || r.lo > p->at)
    page_free(p);
  else if (r.state & REGION_OPEN && !p->kept) {
    p->kept = 1; /* set first, because the owner may be closing it, and looks afterwards */
    page_open(p);
  }
}

void frames_update(uintptr_t lo, uintptr_t hi) {
  for (int i = 0; i < PAGES && count; i++)
    if (meets(&pages[i], lo, hi))
      page_update(&pages[i]);
}

void frames_drop(const struct view *v) {
  int own = 0;
  for (int i = 0; i < PAGES; i++)
    if (meets(&pages[i], v->lo, v->hi)) {
      page_pause(&pages[i]);
      own |= is_own(&pages[i]);
    }
  if (own && fault_stack_ready())
    fault_stack_run(drop, (void *)(uintptr_t)v);
  else
    view_drop(v, 1);
  frames_update(v->lo, v->hi);
  for (int i = 0; i < PAGES; i++)
    if (meets(&pages[i], v->lo, v->hi))
      pages[i].paused--;
  if (own)
    relax();
}

/* Around MPI calls. */

void frames_enter(void) {
  inside = 1;
  for (int i = 0; i < PAGES; i++)
    if (is_own(&pages[i]) && !pages[i].open)
      page_open(&pages[i]);
}

static int affords(const struct stack_page *p) {
  return (!limited && !p->guards) || meter_affords(p->meter, 0);
}

static void set_left(struct region *r, void *unused) {
  (void)unused;
  r->state |= REGION_OPEN | REGION_LEFT;
  own_protect(r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
}

static void set_closed(struct region *r, void *unused) {
  (void)unused;
  r->state &= ~(unsigned)(REGION_OPEN | REGION_LEFT);
}

/* After a fork: opens again what was open for good. While the table of regions changes, our own
 * stack must not fault, so all pages are opened before. Returns whether any was. */
static int reopen(void) {
  int any = 0;
  for (int i = 0; i < PAGES; i++)
    any |= is_own(&pages[i]) && pages[i].kept && pages[i].forks;
  for (int i = 0; any && i < PAGES; i++)
    if (is_own(&pages[i]))
      page_open(&pages[i]);
  for (int i = 0; any && i < PAGES; i++)
    if (is_own(&pages[i]) && pages[i].kept && pages[i].forks) {
      pages[i].forks = 0;
      region_change(pages[i].at, pages[i].at + pages[i].size, set_left, NULL);
    }
  return any;
}

static void leave(struct stack_page *p) {
  if (p->kept)
    return;
  if (p->guards)
    meter_spend(p->meter, COST);
  if (affords(p))
    page_close(p);
  else
    meter_leave_out(p->meter);
}

void frames_leave(void) {
  int any = 0;
  reopen(); /* after a fork by a bare system call, frames_parent is not called */
  inside = 0;
  for (int i = 0; i < PAGES; i++)
    if (is_own(&pages[i])) {
      any = 1;
      leave(&pages[i]);
    }
  if (!any)
    relax();
}

/* These run in signal handlers. */

/* For the child of a fork: the page becomes its own, with the contents that it had at the
 * call. */
static void become(struct stack_page *p) {
  uintptr_t at = p->at;
  p->at = 0;
  gate_call(SYS_mremap, p->copy, p->size, p->size, (long)(MREMAP_MAYMOVE | MREMAP_FIXED), at);
  p->copy = NULL;
  region_forked();
  region_remove_all(at, at + p->size);
}

static int is_child(const struct stack_page *p) {
  return p->forks && p->forks != (pid_t)gate_call(SYS_getpid);
}

/* Returns whether there were too many faults for now. */
static int is_enough(struct stack_page *p) {
  meter_spend(p->meter, COST);
  if ((!limited && !p->guards) ||
      (++p->faults < MOST && (p->faults % LOOK_EVERY || affords(p))))
    return 0;
  meter_leave_out(p->meter);
  return 1;
}

/* What is open and faults was closed by another thread (gate_close). */
static int may_open(struct stack_page *p) {
  return p->open || p->kept || inside || is_enough(p);
}

int frames_fault(uintptr_t at) {
  struct stack_page *p = tracer_around ? page_of(at) : NULL;
  if (!p || !is_own(p) || p->paused)
    return 0;
  if (is_child(p)) {
    become(p);
    return 1;
  }
  int must = region_within != 0; /* accesses on the alias need the lock, which is held */
  if (!must && (p->forks || !may_open(p)))
    return 0;
  page_open(p);
  return 1;
}

int frames_clip(uintptr_t *at, size_t *size) {
  const struct stack_page *p = count ? page_of(*at) : NULL;
  if (!p || p->guards) /* debug registers may watch other bytes there */
    return 1;
  uintptr_t lo = *at > p->lo ? *at : p->lo, hi = *at + *size < p->hi ? *at + *size : p->hi;
  *at = lo;
  *size = hi - lo;
  return lo < hi;
}

void frames_end(void) {
  for (int i = 0; tracer_around && i < PAGES; i++)
    if (is_own(&pages[i])) {
      uintptr_t lo = pages[i].at, hi = lo + pages[i].size;
      view_leave(lo, hi, SYS_mremap);
      frames_update(lo, hi);
    }
}

void frames_fork(void) {
  for (int i = 0; tracer_around && i < PAGES; i++) {
    struct stack_page *p = &pages[i];
    if (!is_own(p))
      continue;
    if (p->kept) /* it becomes a view, and all threads go on at the alias */
      region_change_deferred(p->at, p->at + p->size, set_closed, NULL);
    page_shut(p);
    memcpy(p->copy, (const void *)region_alias(p->at), p->size);
    p->forks = (pid_t)gate_call(SYS_getpid);
  }
}

void frames_parent(void) {
  int opened = tracer_around && reopen();
  for (int i = 0; tracer_around && i < PAGES; i++)
    if (is_own(&pages[i])) {
      pages[i].forks = 0;
      if (opened && !pages[i].kept && !inside)
        page_close(&pages[i]);
    }
}

void frames_forked(void) {
  for (int i = 0; i < PAGES; i++) {
    if (is_own(&pages[i]) && pages[i].forks)
      become(&pages[i]);
    pages[i].at = 0;
  }
  count = tracer_around = 0;
}
