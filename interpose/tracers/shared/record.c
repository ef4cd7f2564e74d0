#define _GNU_SOURCE
#include "record_part.h"
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include "interpose/base/aside.h"
#include "interpose/base/spin_flag.h"
#include "interpose/base/thread.h"
#include "interpose/stack/unwind.h"

#define ITEMS_LEAST 256
#define ITEMS_MOST (1u << 16)
#define WORTH 4         /* accesses in a run after which another one is expected */
#define WORTH_BYTES 512 /* an access that is a run by itself */
#define KEYS_IN_THREAD                                                                         \
  32                 /* glibc has room for so many in a thread; for others it allocates        \
                      */
#define OWN_FRAMES 8 /* frames of ours below the program's */

struct record_site *record_sites;
_Atomic uint32_t record_site_count;
static atomic_flag sites_busy = ATOMIC_FLAG_INIT;
static struct recorder *_Atomic first;
static atomic_ulong lost_elsewhere;
static uint64_t most_bytes;
static atomic_int stopped;
uintptr_t (*record_memory)(uintptr_t at);

static pthread_key_t key;
static void thread_ends(void *recorder);

int record_begin(uint64_t most) {
  most_bytes = most;
  unwind_begin();
  if (pthread_key_create(&key, thread_ends))
    key = KEYS_IN_THREAD;
  record_sites = pages_grow(NULL, 0, SITES * sizeof *record_sites);
  return record_sites ? 0 : -1;
}

void record_stop(void) {
  stopped = 1;
}

uint64_t record_lost(void) {
  uint64_t lost = lost_elsewhere;
  for (struct recorder *r = first; r; r = r->next)
    lost += r->lost;
  return lost;
}

/* Sites. */

static uint32_t site_make(uintptr_t pc, unsigned how) {
  uint32_t n = record_site_count + 1;
  if (n == SITES)
    return 0;
  record_sites[n] = (struct record_site){
      .pc = pc, .how = (uint16_t)how, .spins = how & HOOKS_LOOP ? SPINS_NOT : SPINS_UNKNOWN};
  record_site_count = n;
  return n;
}

static uint32_t site_add(struct hooks *h, uintptr_t pc, unsigned how) {
  uint32_t *at = (uint32_t *)(uintptr_t)&h->site[(pc - h->text) >> 2];
  spin_take(&sites_busy);
  while (*at && record_sites[*at].how != how)
    at = &record_sites[*at].other;
  if (!*at)
    *at = site_make(pc, how);
  uint32_t site = *at;
  spin_leave(&sites_busy);
  return site;
}

static uint32_t site_find(struct hooks *h, uintptr_t pc, unsigned how) {
  uint32_t site = h->site[(pc - h->text) >> 2];
  while (site && record_sites[site].how != how)
    site = record_sites[site].other;
  return site ? site : site_add(h, pc, how);
}

/* Finds a site by pc and `how`, for code without hooks. */
static uint32_t *site_table;
#define TABLE (2u * SITES)

static uint32_t site_of(uintptr_t pc, unsigned how) {
  uint32_t site = 0;
  spin_take(&sites_busy);
  if (!site_table)
    site_table = pages_grow(NULL, 0, TABLE * sizeof *site_table);
  if (site_table) {
    uint32_t at = (uint32_t)((pc * 8 + how) * 0x9e3779b97f4a7c15u >> 40) % TABLE;
    while (site_table[at] &&
           (record_sites[site_table[at]].pc != pc || record_sites[site_table[at]].how != how))
      at = (at + 1) % TABLE;
    if (!site_table[at])
      site_table[at] = site_make(pc, how);
    site = site_table[at];
  }
  spin_leave(&sites_busy);
  return site;
}

/* Recorders are never freed: that of a thread that has ended goes to a new one. */

static struct recorder *recorder_make(void) {
  struct recorder *r = pages_grow(NULL, 0, sizeof *r);
  if (!r)
    return NULL;
  r->hooks.run = pages_grow(NULL, 0, SITES * sizeof *r->hooks.run);
  r->hooks.page = pages_grow(NULL, 0, HOOKS_PAGES * sizeof *r->hooks.page);
  r->stack = pages_grow(NULL, 0, SITES * sizeof *r->stack);
  r->active = pages_grow(NULL, 0, (LEAF_PLACES + 1) * sizeof *r->active);
  r->former = pages_grow(NULL, 0, (LEAF_PLACES + 1) * sizeof *r->former);
  if (!r->hooks.run || !r->hooks.page || !r->stack || !r->active || !r->former)
    return NULL;
  pthread_mutex_init(&r->lock.mutex, NULL);
  r->used = 1;
  r->leaves.most = most_bytes;
  r->next = first;
  while (!atomic_compare_exchange_weak(&first, &r->next, r))
    ;
  return r;
}

static void thread_ends(void *recorder) {
  atomic_store(&((struct recorder *)recorder)->used, 0);
}

static __thread struct recorder *own __attribute__((tls_model("initial-exec")));

struct recorder *record_first(void) {
  return first;
}

int record_any(void) {
  return own && __atomic_load_n(&own->active_count, __ATOMIC_RELAXED);
}

int record_is_own(const struct recorder *r) {
  return r == own;
}

static struct recorder *recorder_new(void) {
  struct recorder *r = first;
  struct thread *t = thread_current ? thread_current : thread_new();
  int none = 0;
  if (!t)
    return NULL;
  while (r && !atomic_compare_exchange_strong(&r->used, (none = 0, &none), 1))
    r = r->next;
  if (r)
    lock_inherit(&r->lock);
  else if (!(r = recorder_make()))
    return NULL;
  r->thread = t->number;
  record_unseen(r);
  if (key < KEYS_IN_THREAD) /* otherwise libc would allocate; then no other thread gets this
                               recorder */
    pthread_setspecific(key, r);
  return own = r;
}

/* From where the program came to the instruction. */

static struct record_stack *stack_of(struct recorder *r, uint32_t site) {
  if (r->stack[site])
    return r->stack[site];
  if (r->stacks_left < sizeof **r->stack) {
    r->stacks_left = 64 * sizeof **r->stack;
    r->stacks = pages_grow(NULL, 0, r->stacks_left);
    if (!r->stacks) {
      r->stacks_left = 0;
      return NULL;
    }
  }
  r->stacks_left -= sizeof **r->stack;
  return r->stack[site] = (struct record_stack *)(r->stacks + r->stacks_left);
}

/* Below a signal frame the address is that of the instruction itself, not of the next one. */
static int stack_has(uint32_t site, uintptr_t pc) {
  uintptr_t next = record_sites[site].pc;
  return pc == next || (record_sites[site].faults && pc < next && next - pc < 16);
}

static void stack_note(struct recorder *r, uint32_t site) {
  void *pc[OWN_FRAMES + RECORD_DEPTH];
  struct record_stack *s = stack_of(r, site);
  if (!s)
    return;
  int count = unwind_from(record_sites[site].pc, pc, OWN_FRAMES + RECORD_DEPTH), skip = 0;
  while (skip < count && !stack_has(site, (uintptr_t)pc[skip]))
    skip++;
  if (skip == count) { /* the stack cannot be unwound from here */
    pc[0] = (void *)record_sites[site].pc;
    skip = 0;
    count = 1;
  }
  pc[skip] = (void *)record_sites[site].pc;
  count = count - skip < RECORD_DEPTH ? count - skip : RECORD_DEPTH;
  if (s->count == count && !memcmp(s->pc, pc + skip, (size_t)count * sizeof *pc))
    return;
  memcpy(s->pc, pc + skip, (size_t)count * sizeof *pc);
  s->count = count;
  s->id = 0;
}

/* Runs that have ended. */

static int is_store(uint32_t site) {
  return (record_sites[site].how & HOOKS_STORE) != 0;
}

static void add_leaf(struct recorder *r, uint32_t place, uintptr_t at, size_t size) {
  if (!leaves_add(&r->leaves, is_store(r->active[place]), (uint16_t)place, at, size))
    r->lost++;
}

/* So that the hooks can see what the leaf has. It tells of two instructions alone; of atomic
 * operations the last one matters (record_orderings), and no other may stand for one. */
static void add_seen(struct recorder *r, const struct hooks_run *run, uintptr_t at) {
  uint32_t site = r->active[run->place];
  add_leaf(r, run->place, at, run->size);
  if (record_sites[site].how & HOOKS_ATOMIC)
    leaves_part(&r->leaves, is_store(site), at, run->size);
  *hooks_page(&r->hooks, at) = (struct hooks_page){leaves_recent(&r->leaves), r->hooks.segment};
}

static void spill(struct recorder *r) {
  for (size_t i = 0; i < r->items; i++) {
    const struct record_item *it = &r->item[i];
    for (uint64_t k = 0; k < it->count; k++)
      add_leaf(r, it->place, it->lo + k * it->stride, it->length);
  }
  r->items = 0;
}

static void make_room(struct recorder *r) {
  size_t room = r->item_room ? 2 * r->item_room : ITEMS_LEAST, size = sizeof *r->item;
  r->items = items_join(r->item, r->items);
  if (r->items && r->items < r->item_room / 2)
    return;
  struct record_item *more = room > ITEMS_MOST || (most_bytes && room * size > most_bytes / 4)
                                 ? NULL
                                 : pages_grow(r->item, r->item_room * size, room * size);
  if (!more) {
    spill(r);
    return;
  }
  r->item = more;
  r->item_room = room;
}

static void item_add(struct recorder *r, struct record_item item) {
  if (r->items == r->item_room)
    make_room(r);
  if (r->items == r->item_room) /* no memory at all */
    r->lost++;
  else
    r->item[r->items++] = item_plain(item);
}

/* Runs. */

struct record_item run_item(const struct hooks_run *run) {
  struct record_item i = {run->lo, run->size, 1, 1, run->place};
  if (!run->stride)
    return i;
  intptr_t apart = (intptr_t)(run->next - run->lo);
  i.count = (uint64_t)(apart / run->stride);
  i.stride = (uint64_t)(run->stride > 0 ? run->stride : -run->stride);
  if (run->stride < 0 && i.count)
    i.lo = run->next - (uintptr_t)run->stride;
  return i;
}

/* Returns whether the run was long enough that another one may be expected. */
static int run_close(struct recorder *r, struct hooks_run *run) {
  struct record_item i = run_item(run);
  if (run->holds && i.count && i.count >= run->holds)
    item_add(r, i);
  run->holds = RUN_NONE;
  return i.count >= WORTH;
}

/* Reads the value. Memory that is watched must not be accessed here, so the kernel reads it. */
static uint64_t value_at(uintptr_t at, size_t size, int watched) {
  uint64_t value = 0;
  uintptr_t to = record_memory ? record_memory(at) : at;
  if (watched && to == at)
    return record_value(at, size);
  at = to;
  if (size <= sizeof value)
    memcpy(&value, (const void *)at, size);
  return value;
}

/* The old stride is kept as a guess. */
static void run_start(struct recorder *r, struct hooks_run *run, uintptr_t at, uint32_t size,
                      int good) {
  if (run->size != size)
    run->stride = 0;
  run->size = size;
  run->lo = run->same = at;
  run->next = run->stride ? at + (uintptr_t)run->stride : 0;
  run->again = 0;
  run->holds = good || size >= WORTH_BYTES ? RUN_HELD : RUN_FIRST_IN_LEAF;
  if (run->holds == RUN_FIRST_IN_LEAF)
    add_seen(r, run, at);
}

static void run_follow(struct recorder *r, struct hooks_run *run, uintptr_t at, uint32_t size) {
  if (!run->holds || run->size != size || run->lo == run->next) {
    run_start(r, run, at, size, run_close(r, run));
  } else if (at == run->same) {
    run->again++;
  } else if (run->next && at == run->next) {
    run->next += (uintptr_t)run->stride;
  } else if (!run->next || run->next - (uintptr_t)run->stride == run->lo) {
    run->stride = (intptr_t)(at - run->lo); /* the second one */
    run->next = at + (uintptr_t)run->stride;
    if (run->holds == RUN_FIRST_IN_LEAF) {
      run->holds = RUN_TWO_IN_LEAF;
      add_seen(r, run, at);
    }
  } else if (at == run->next - (uintptr_t)run->stride) {
    run->same = at;
  } else {
    run_start(r, run, at, size, run_close(r, run));
  }
}

static void run_begin(struct recorder *r, struct hooks_run *run, uint32_t site, uintptr_t at,
                      uint32_t size) {
  if (r->active_count == LEAF_PLACES) {
    r->lost++;
    return;
  }
  r->active[++r->active_count] = site;
  r->former[r->active_count] = 0;
  run->place = (uint16_t)r->active_count;
  run->stride = 0;
  run_start(r, run, at, size, 1);
  if (!is_store(site))
    run->value = value_at(at, size, record_sites[site].faults);
  stack_note(r, site);
}

static int is_plain_store(uint32_t site) {
  return (record_sites[site].how & (HOOKS_STORE | HOOKS_ATOMIC)) == HOOKS_STORE;
}

/* The hooks must tell of the next access by the instruction. */
static void run_stop(struct recorder *r, struct hooks_run *run) {
  run_close(r, run);
  run->next = run->same = 0;
}

/* The site has made an atomic store. It need not be told again before something else is. */
static void release(struct recorder *r, uint32_t site) {
  if (r->renewed > RENEWALS)
    return;
  if (r->releases && r->releases != site)
    run_stop(r, &r->hooks.run[r->releases]);
  r->releases = site;
  for (uint32_t i = r->released + 1; i <= r->active_count; i++) {
    struct hooks_run *run = &r->hooks.run[r->active[i]];
    if (run->place == i && is_plain_store(r->active[i]))
      run_stop(r, run);
  }
  record_unseen(r);
  r->released = r->active_count;
}

/* The site has stored before the last atomic store, too. */
static void run_renew(struct recorder *r, struct hooks_run *run, uint32_t site) {
  if (r->active_count == LEAF_PLACES || r->renewed == RENEWALS) {
    r->renewed = RENEWALS + 1;
    r->released = 0;
    return;
  }
  uint16_t first_place = r->former[run->place] ? r->former[run->place] : run->place;
  r->renewed++;
  r->active[++r->active_count] = site;
  r->former[r->active_count] = first_place;
  run->place = (uint16_t)r->active_count;
  run->stride = 0;
}

/* The first access of a row has been noted: the rest of it. */
static void run_rest(struct hooks_run *run, uintptr_t at, const struct hooks_row *row) {
  if (!row->stride) {
    run->again++;
    return;
  }
  run->stride = row->stride;
  run->next = at + (uintptr_t)row->stride * row->count;
}

static void run_row(struct recorder *r, uint32_t site, uintptr_t at,
                    const struct hooks_row *row) {
  struct hooks_run *run = &r->hooks.run[site];
  uint32_t size = (uint32_t)row->size;
  if (run->place && run->place <= r->released && is_plain_store(site))
    run_renew(r, run, site);
  if (!run->place)
    run_begin(r, run, site, at, size);
  else if (row->count == 1 || !row->stride)
    run_follow(r, run, at, size);
  else {
    run_close(r, run);
    run_start(r, run, at, size, 1);
  }
  if (run->place && row->count > 1)
    run_rest(run, at, row);
}

static void access_site(struct recorder *r, uint32_t site, uintptr_t at,
                        const struct hooks_row *row) {
  r->busy = 1;
  atomic_signal_fence(memory_order_seq_cst);
  lock_take(&r->lock);
  int releases = is_store(site) && !is_plain_store(site) && !record_sites[site].faults;
  if (r->releases && !releases) {
    run_stop(r, &r->hooks.run[r->releases]);
    r->releases = 0;
  }
  run_row(r, site, at, row);
  if (releases)
    release(r, site);
  lock_leave(&r->lock);
  atomic_signal_fence(memory_order_seq_cst);
  r->busy = 0;
}

void record_row(uintptr_t at, uintptr_t pc, unsigned how, const struct hooks_row *row,
                struct hooks *h) {
  struct aside_access aside = aside_access_begin();
  struct recorder *r = own ? own : recorder_new();
  uint32_t site = 0;
  int skipped = stopped || thread_in_operation(thread_current);
  if (!skipped && r && !r->busy && row->size <= UINT32_MAX)
    site = site_find(h, pc, how);
  if (site) {
    access_site(r, site, at, row);
    *h->self() = &r->hooks;
  } else if (!skipped) {
    lost_elsewhere++;
  }
  aside_access_end(aside);
}

void record_access(uintptr_t at, uintptr_t pc, unsigned how, size_t size, struct hooks *h) {
  record_row(at, pc, how, &(struct hooks_row){0, 1, size}, h);
}

void record_access_at(uintptr_t at, uintptr_t pc, unsigned how, size_t size) {
  if (stopped)
    return;
  struct recorder *r = own ? own : recorder_new();
  uint32_t site = r && !r->busy && size <= UINT32_MAX ? site_of(pc, how) : 0;
  if (!site) {
    lost_elsewhere++;
    return;
  }
  record_sites[site].faults = 1;
  access_site(r, site, at, &(struct hooks_row){0, 1, size});
}
