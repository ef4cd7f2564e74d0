#define _GNU_SOURCE
#include "budget.h"
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include "gate.h"
#include "interpose/arch/gate_arena.h"
#include "interpose/arch/own_call.h"
#include "interpose/base/leaf.h"
#include "interpose/tracers/shared/meter.h"
#include "interpose/arch/region.h"

#define PAGE 4096ul
#define TABLE (1u << 18) /* how many pages are known at once */
#define PROBES 32
/* Open pages beside closed ones, at most, because each such border is another mapping. */
#define APART_MOST 8192
#define HANDLING 1200u /* ns for each access that is seen, beside the fault */
#define FAULTS 8
/* A process that has rested sees everything again when so much time is left. */
#define AGAIN (20u * METER_MS)
#define LOOK_EVERY 64 /* the meter is asked each time after so many accesses */

/* An entry of an earlier segment is free. */
struct page {
  uintptr_t at;
  uint32_t segment, count[2]; /* loads, stores */
  uint8_t open;               /* enum opening */
  uint8_t ever;
};
enum opening { CLOSED, FOR_LOADS, FOR_ALL };

/* Pages that operations have accessed, and which stay in the table: an address, with these
 * bits: */
enum { READ = 1, UPDATED = 2, OPENED = 4 };

static struct page *table;
static _Atomic uintptr_t *touched; /* has room for TABLE of them */
static atomic_int touches;
static uint64_t most;
static int all_sizes;
static _Atomic uint32_t segment = 1;
static atomic_int any_counted, any_open;
/* Pages that were open; and those of them that operations had accessed. */
static atomic_ulong pages, met;
static int bounded;
static _Atomic uint64_t seen; /* accesses */
static _Atomic uint64_t cost; /* of each, in ns; 0: not measured yet */
static uint64_t change_cost;  /* of the rights of a region, in ns */
static atomic_int resting;    /* regions are opened, and stay open until there is time again */
static uint64_t again_cost;   /* of closing and opening those that were open, in ns */
/* The open pages lie between these two. */
static _Atomic uintptr_t lowest = UINTPTR_MAX, highest;
static atomic_int apart;

void budget_begin(uint64_t most_, int given) {
  most = most_;
  all_sizes = given;
  bounded = !given;
  if (most) {
    table = pages_grow(NULL, 0, TABLE * sizeof *table);
    touched = pages_grow(NULL, 0, TABLE * sizeof *touched);
  }
}

static uint64_t lesser(uint64_t least, uint64_t from) {
  uint64_t took = meter_now() - from;
  return took < least ? took : least;
}

/* Measured, because it differs tenfold between machines: a few times, because others may use
 * the processor meanwhile. */
void budget_price(void) {
  char *page, byte;
  uint64_t fault = UINT64_MAX, change = UINT64_MAX;
  if (!bounded || cost || !(page = pages_grow(NULL, 0, PAGE)))
    return;
  for (int i = 0; i < FAULTS; i++) {
    own_protect((uintptr_t)page, PAGE, PROT_READ | PROT_WRITE);
    *(volatile char *)page = 0; /* a page that is not there costs less */
    uint64_t from = meter_now();
    own_protect((uintptr_t)page, PAGE, PROT_NONE);
    change = lesser(change, from);
    from = meter_now();
    gate_copy(&byte, page, 1);
    fault = lesser(fault, from);
  }
  gate_call(SYS_munmap, (long)page, PAGE);
  change_cost = change;
  cost = fault + HANDLING;
}

unsigned long budget_pages(int shared) {
  return shared ? pages : met;
}

static unsigned hash(uintptr_t at) {
  return (unsigned)(at / PAGE * 0x9e3779b97f4a7c15u >> 40) % TABLE;
}

/* Returns where the page is in the table, or could be put; NULL: there is no room. */
static _Atomic uintptr_t *touched_find(uintptr_t at) {
  for (unsigned i = 0, place = hash(at); touched && i < PROBES;
       i++, place = (place + 1) % TABLE)
    if ((touched[place] & -PAGE) == at || !touched[place])
      return &touched[place];
  return NULL;
}

/* Returns whether all loads, or all stores, in the page must be seen. */
static int is_exact(uintptr_t at, int store) {
  const _Atomic uintptr_t *t = touches ? touched_find(at) : NULL;
  return t && (*t & (store ? READ | UPDATED : UPDATED)) != 0;
}

/* Counts each page once that is known in both ways. */
static void meet(_Atomic uintptr_t *t, uintptr_t bits) {
  uintptr_t before = atomic_fetch_or(t, bits), after = before | bits;
  met += after & OPENED && after & (READ | UPDATED) &&
         !(before & OPENED && before & (READ | UPDATED));
}

static void touch(uintptr_t at, uintptr_t bits) {
  _Atomic uintptr_t *t;
  uintptr_t none;
  do {
    if (!(t = touched_find(at)))
      return;
  } while (none = 0, !atomic_compare_exchange_strong(t, &none, at) && (none & -PAGE) != at);
  meet(t, bits);
  touches = 1;
}

/* Of windows only. */
static void touch_block(uintptr_t lo, uintptr_t hi, int update) {
  struct region r;
  if (!region_look(lo, &r) || r.lo >= hi)
    return;
  for (uintptr_t at = lo & -PAGE; at < hi; at += PAGE)
    touch(at, update ? UPDATED : READ);
}

/* All pages between blocks that are near each other count as touched. */
void budget_touched(const struct event_run *run, int update) {
  uintptr_t lo = (uintptr_t)run->lo, length = (uintptr_t)run->length,
            stride = (uintptr_t)run->stride;
  int64_t count = run->count;
  if (stride < PAGE && count > 1) {
    length += (uintptr_t)(count - 1) * stride;
    count = 1;
  }
  for (int64_t i = 0; table && i < count; i++)
    touch_block(lo + (uintptr_t)i * stride, lo + (uintptr_t)i * stride + length, update);
}

int budget_missed(void) {
  return pages || meter_left_out(METER_ACCESSES);
}

/* Returns the page's entry, or a free one; NULL if there are too many pages. Threads may take
 * the same one at once: then some accesses are not counted. */
static struct page *find(uintptr_t at, int make) {
  unsigned place = hash(at);
  struct page *stale = NULL;
  for (int i = 0; i < PROBES; i++, place = (place + 1) % TABLE) {
    struct page *p = &table[place];
    if (p->at == at)
      return p;
    if (p->segment != segment && (!stale || (stale->ever && !p->ever)))
      stale = p;
    if (!p->at)
      break;
  }
  if (stale && make)
    *stale = (struct page){.at = at};
  return make ? stale : NULL;
}

static enum opening opening_of(uintptr_t at) {
  const struct page *p = find(at, 0);
  return p && p->segment == segment ? p->open : CLOSED;
}

static void widen(uintptr_t from, uintptr_t to) {
  for (uintptr_t lo = lowest; from < lo && !atomic_compare_exchange_weak(&lowest, &lo, from);)
    ;
  for (uintptr_t hi = highest; to > hi && !atomic_compare_exchange_weak(&highest, &hi, to);)
    ;
}

struct budget_part {
  uintptr_t at;
  long rights;
  int done;
};

static void open_part(struct region *r, void *part) {
  struct budget_part *p = part;
  if (!(r->state & (REGION_BUSY | REGION_OPEN)))
    p->done = !own_protect(p->at, PAGE, (int)p->rights);
}

static void open_whole(struct region *r, void *unused) {
  (void)unused;
  if (!(r->state & (REGION_BUSY | REGION_OPEN)))
    own_protect(r->lo, r->hi - r->lo, PROT_READ | PROT_WRITE);
}

static void open_region(uintptr_t at) {
  size_t size;
  uintptr_t lo = region_bounds(at, &size);
  if (!lo)
    return;
  widen(lo, lo + size);
  any_open = any_counted = 1;
  region_change_deferred(lo, lo + size, open_whole, NULL);
}

/* Returns whether no more accesses are to be seen for a while. */
static int rests_now(uintptr_t at) {
  if (!bounded)
    return 0;
  if (!resting) {
    if (++seen % LOOK_EVERY)
      return 0;
    meter_spend(METER_ACCESSES, LOOK_EVERY * cost);
    if (meter_affords(METER_ACCESSES, 0))
      return 0;
  }
  if (!atomic_exchange(&resting, 1))
    meter_leave_out(METER_ACCESSES);
  meter_spend(METER_ACCESSES, cost + change_cost);
  open_region(at);
  return 1;
}

static void open_page(struct page *p, enum opening opening) {
  struct budget_part part = {p->at, opening == FOR_ALL ? PROT_READ | PROT_WRITE : PROT_READ, 0};
  int borders =
      (opening_of(p->at - PAGE) != opening) + (opening_of(p->at + PAGE) != opening) - 1;
  if (borders > 0 && apart >= APART_MOST) /* it stays exact */
    return;
  widen(p->at, p->at + PAGE);
  any_open = 1;
  region_change_deferred(p->at, p->at + PAGE, open_part, &part);
  if (!part.done)
    return;
  apart += borders;
  p->open = (uint8_t)opening;
  pages += !p->ever;
  p->ever = 1;
  touch(p->at, OPENED);
}

/* Open for stores means open for loads, too. A page whose loads must all be seen stays as it
 * is. */
static void spend(struct page *p, int store) {
  enum opening opening = store ? FOR_ALL : FOR_LOADS;
  int exact = is_exact(p->at, store) || (store && is_exact(p->at, 0));
  if (++p->count[store] >= most && p->open < opening && !exact)
    open_page(p, opening);
}

static int is_small(uintptr_t at) {
  size_t size;
  return region_bounds(at, &size) && size <= BUDGET_SMALL * PAGE;
}

void budget_count(uintptr_t at, size_t size, int store) {
  if (rests_now(at) || !table || (!all_sizes && is_small(at)))
    return;
  any_counted = 1;
  for (uintptr_t page = at & -PAGE; page < at + size; page += PAGE) {
    struct page *p = find(page, 1);
    if (!p)
      continue;
    if (p->segment != segment) {
      p->segment = segment;
      p->count[0] = p->count[1] = p->open = 0;
    }
    spend(p, store);
  }
}

struct page_range {
  uintptr_t lo, hi;
  unsigned regions;
};

static void close_part(struct region *r, void *context) {
  struct page_range *of = context;
  uintptr_t lo = r->lo > of->lo ? r->lo : of->lo, hi = r->hi < of->hi ? r->hi : of->hi;
  if (!(r->state & (REGION_BUSY | REGION_OPEN)) && lo < hi) {
    own_protect(lo, hi - lo, PROT_NONE);
    of->regions++;
  }
}

static void close_pages(void) {
  struct page_range of = {atomic_exchange(&lowest, UINTPTR_MAX), atomic_exchange(&highest, 0),
                          0};
  gate_hold();
  apart = 0;
  region_change_deferred(of.lo, of.hi, close_part, &of);
  gate_release();
  meter_spend(METER_ACCESSES, of.regions * change_cost);
  again_cost = of.regions * (cost + 2 * change_cost);
}

int budget_counted(void) {
  return any_counted;
}

void budget_end(void) {
  if (!any_counted || (resting && !meter_affords(METER_ACCESSES, AGAIN + again_cost)))
    return;
  resting = 0;
  any_counted = 0;
  segment++;
  if (atomic_exchange(&any_open, 0))
    close_pages();
}
