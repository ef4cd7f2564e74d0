/* Recorders. Whatever a thread does, all bytes that it accessed must come out, with the
 * instruction that accessed each first, with another one if there was any, and nothing else.
 * Little memory may be used. */
#include "interpose/base/leaf.c"
#include "interpose/tracers/shared/record.c"
#include "interpose/tracers/shared/record_end.c"
#include "interpose/tracers/shared/record_items.c"
#include "interpose/tracers/shared/record_poll.c"
#include "interpose/base/lock.c"
#include "interpose/stack/own_stack.c"
#include "interpose/stack/unwind.c"
#include "interpose/base/aside.c"
#include "tap.h"

int unwinder_backtrace(void **pc, int most) {
  return unw_backtrace(pc, most);
}

#define OK_(good, what) tap_ok(good, what, __FILE__, __LINE__)
#define BYTES 20000
#define PCS 12
#define RANGES                                                                                 \
  10 /* instructions from this one on access any size; the others have one each                \
      */

__thread struct thread *thread_current;
_Atomic int thread_operations;
static struct thread self;

struct thread *thread_new(void) {
  return thread_current = &self;
}

void thread_prepares(void (*with)(void)) {
  (void)with;
}

int fault_stack_apart(int (*function)(void *), void *argument, size_t room) {
  (void)room;
  return function(argument);
}

static char memory[BYTES] __attribute__((aligned(4096)));
static uint32_t sites[4096];
static struct hooks_recorder *mine;

static struct hooks_recorder **own_slot(void) {
  return &mine;
}

static struct hooks module = {
    .version = HOOKS_VERSION, .text = 0x1000, .site = sites, .self = own_slot};

static long asked; /* how often a hook had to tell */

/* The same as in hooks/hook_table.c. */
static void touch(size_t at, size_t size, unsigned how, unsigned pc) {
  uintptr_t address = (uintptr_t)memory + at, from = 0x1000 + 8 * pc;
  if (mine && pc < RANGES) {
    struct hooks_run *run = &mine->run[module.site[(from - module.text) >> 2]];
    if (address == run->next) {
      run->next += (uintptr_t)run->stride;
      return;
    }
    if (address == run->same) {
      run->again++;
      return;
    }
    if (hooks_told(mine, address, size, how, run->place))
      return;
  }
  asked++;
  record_access(address, from, how, size, &module);
}

/* Who accessed each byte first and last, and all who did. */
static uint8_t model_first[2][BYTES], model_last[2][BYTES], model_all[2][BYTES][PCS];
static uint8_t found[2][BYTES][PCS];
static long beyond, events, poll_count;

static void access_both(size_t at, size_t size, unsigned pc) {
  int store = pc & 1; /* each instruction always loads or always stores */
  touch(at, size, store ? HOOKS_STORE : 0, pc);
  for (size_t i = at; i < at + size; i++) {
    if (!model_first[store][i])
      model_first[store][i] = (uint8_t)(pc + 1);
    model_last[store][i] = (uint8_t)(pc + 1);
    model_all[store][i][pc] = 1;
  }
}

static void take(void *unused, const struct record_segment *s) {
  unsigned pc = (unsigned)((record_sites[s->site].pc - 0x1000) / 8);
  int store = record_sites[s->site].how & HOOKS_STORE;
  (void)unused;
  events++;
  poll_count += s->polled;
  for (int32_t i = 0; i < s->runs; i++)
    for (int64_t k = 0; k < s->run[i].count; k++)
      for (int64_t b = 0; b < s->run[i].length; b++) {
        int64_t at = s->run[i].lo + k * s->run[i].stride + b - (int64_t)(uintptr_t)memory;
        if (at < 0 || at >= BYTES)
          beyond++;
        else
          found[store][at][pc] = 1;
      }
}

static int another(const uint8_t all[PCS], int than) {
  for (int pc = 0; pc < PCS; pc++)
    if (all[pc] && pc != than)
      return 1;
  return 0;
}

static int compare(void) {
  long wrong = 0;
  memset(found, 0, sizeof found);
  beyond = events = poll_count = 0;
  record_end(NULL, NULL, take);
  for (int store = 0; store < 2; store++)
    for (size_t i = 0; i < BYTES; i++) {
      int f = model_first[store][i] - 1, l = model_last[store][i] - 1;
      if (f >= 0 && (!found[store][i][f] || (l != f && !another(found[store][i], f))))
        wrong++;
      for (int pc = 0; pc < PCS; pc++)
        wrong += found[store][i][pc] && !model_all[store][i][pc];
    }
  memset(model_first, 0, sizeof model_first);
  memset(model_last, 0, sizeof model_last);
  memset(model_all, 0, sizeof model_all);
  return !wrong && !beyond && !record_lost();
}

static uint32_t state = 1;
static uint32_t chance(uint32_t below) {
  state = state * 1664525u + 1013904223u;
  return (uint32_t)((uint64_t)(state >> 8) * below >> 24);
}

static void sweep(size_t from, size_t count, size_t size, intptr_t stride, unsigned pc) {
  for (size_t i = 0; i < count; i++) {
    intptr_t at = (intptr_t)from + (intptr_t)i * stride;
    if (at >= 0 && at + (intptr_t)size <= BYTES)
      access_both((size_t)at, size, pc);
  }
}

static void test_random(void) {
  int good = 1;
  for (int round = 0; round < 300 && good; round++) {
    for (int i = 0; i < 200; i++) {
      unsigned pc = chance(RANGES);
      size_t size = (size_t)1 << pc / 2, at = chance(BYTES - 16);
      switch (chance(5)) {
      case 0:
        sweep(at, chance(300), size, (intptr_t)chance(64) - 32, pc);
        break;
      case 1:
        access_both(at / 2, chance(100) + 1, RANGES + chance(2));
        break;
      case 2:
        sweep(at / size * size, 3, size, 0, pc);
        break;
      default:
        access_both(at, size, pc);
      }
    }
    good = compare();
  }
  OK_(good, "random accesses come out byte by byte");
}

static void test_many_runs(void) {
  for (int k = 0; k < 3; k++)
    for (size_t row = 0; row < 1500; row++)
      sweep(row * 13, 12, 1, 1, 1);
  OK_(compare() && events == 1, "rows that are swept again and again are one access");
  for (int k = 0; k < 200000; k++)
    access_both(chance(BYTES), 1, 2 * chance(3) + 1);
  OK_(compare(), "so do very many random bytes");
}

static void test_patterns(void) {
  sweep(0, 2000, 8, 8, 1);
  record_end(NULL, NULL, take);
  OK_(events == 1, "a sweep is one access");
  memset(model_first, 0, sizeof model_first);
  memset(model_last, 0, sizeof model_last);
  memset(model_all, 0, sizeof model_all);
  sweep(16, 100, 8, 80, 2);
  sweep(19000, 100, 4, -8, 3);
  OK_(compare() && events == 2, "strides are, up and down");
  memset(memory, 0, 8);
  touch(0, 8, 0, 4);
  touch(0, 8, 0, 4);
  touch(0, 8, 0, 4);
  memory[0] = 1;
  poll_count = 0;
  record_end(NULL, NULL, take);
  OK_(poll_count == 1, "a location that is read until it changes is told");
  events = 0;
  record_end(NULL, NULL, take);
  OK_(events == 0, "nothing is told twice");
}

/* Looks once in each segment, as a loop does that calls MPI_Win_sync. */
static int look(size_t at, unsigned pc) {
  touch(at, 8, 0, pc);
  poll_count = 0;
  record_end(NULL, NULL, take);
  return (int)poll_count;
}

static int any_held(uintptr_t at, size_t size) {
  return at && size;
}

static void test_looks(void) {
  record_chain_end();
  OK_(look(64, 4) == 0, "one look is none of a polling loop");
  OK_(look(64, 4) == (RECORD_POLLS | RECORD_POLLED), "the second one is, and so was the first");
  OK_(look(64, 4) == RECORD_POLLS, "further ones are");
  OK_(look(72, 4) == 0, "another location is another matter");
  OK_(look(72, 6) == 0, "so is another instruction");
  OK_(look(72, 6) != 0, "until it looks again");
  record_chain_end();
  OK_(look(72, 6) == 0, "other calls in between end it");
  record_chain_end();
  memset(memory, 0, 8);
  touch(0, 8, 0, 4);
  touch(0, 8, 0, 6);
  poll_count = events = 0;
  record_end(any_held, NULL, take);
  OK_(events == 0, "a look that is held is not told");
  memory[0] = 1;
  touch(0, 8, 0, 6);
  record_end(NULL, NULL, take);
  OK_(events == 2 && poll_count == 2, "but later, as one of a polling loop");
  record_chain_end();
  touch(0, 8, 0, 4);
  touch(64, 8, 1, 6);
  events = 0;
  record_end(any_held, NULL, take);
  OK_(events == 2, "nor is it held beside another access, which must not be told before it");
}

static int waits(uintptr_t pc, size_t size, int told) {
  return pc && size == 8 && told >= 0;
}

static void test_waits(void) {
  record_spins = waits;
  touch(0, 8, 0, 10);
  touch(80, 8, 0, 10);
  touch(160, 8, 0, 10);
  events = poll_count = 0;
  record_end(NULL, NULL, take);
  record_spins = NULL;
  OK_(events == 1 && poll_count == (RECORD_POLLS | RECORD_POLLED),
      "all that the load of a loop that waits has read is polled");
}

/* Elements in no order, again and again, by a load and a store each. */
static void test_again(void) {
  for (int segment = 0; segment < 3; segment++) {
    asked = 0;
    for (int i = 0; i < 40000; i++) {
      size_t at = 8 * (size_t)chance(2000);
      access_both(at, 8, 6);
      access_both(at, 8, i & 1 ? 7 : 9);
    }
    OK_(compare() && asked < 14000,
        "what two instructions do again and again is told once, in each segment");
  }
}

/* Two instructions have been at an element before a third one looks at it. */
static void test_third(void) {
  static const size_t at[] = {0, 800, 64, 2400, 0, 96};
  for (unsigned pc = 4; pc < 8; pc += 2)
    for (size_t i = 0; i < sizeof at / sizeof *at; i++)
      access_both(at[i], 8, pc);
  access_both(0, 8, 8);
  OK_(compare() && found[0][0][8],
      "an instruction is told of when it comes for the first time");
}

static void test_memory(void) {
  size_t before = mine ? ((struct recorder *)mine)->leaves.bytes : 0;
  for (int k = 0; k < 400000; k++)
    access_both(chance(BYTES), 1, 1);
  struct recorder *r = (struct recorder *)mine;
  OK_(r->leaves.bytes <= 13 * sizeof(struct hooks_leaf) + 512 * sizeof(void *) + before,
      "random single bytes cost 1.25 times their pages");
  OK_(compare(), "and all come out");
}

#define MOST_ITEMS 3000

/* Items that are random, alike, in order, the other way round, or both in turn. */
static size_t items_make(struct record_item *item, int form) {
  size_t n = chance(MOST_ITEMS);
  for (size_t i = 0; i < n; i++) {
    uint32_t by_form[] = {chance(1u << 20), chance(4), (uint32_t)i, (uint32_t)(n - i),
                          (uint32_t)(i % 2 ? i : n - i)};
    item[i] = (struct record_item){by_form[form], 1 + chance(3), 1, 1, chance(3)};
  }
  return n;
}

static int is_sorted(void (*sort)(struct record_item *, size_t), int form) {
  static struct record_item item[MOST_ITEMS];
  size_t n = items_make(item, form);
  uint64_t sum[2] = {0, 0};
  int good = 1;
  for (int after = 0; after < 2; after++) {
    for (size_t i = 0; i < n; i++)
      sum[after] +=
          (item[i].lo + 1) * 0x9e3779b97f4a7c15u ^ item[i].length << 32 ^ item[i].place;
    if (!after)
      sort(item, n);
  }
  for (size_t i = 1; i < n; i++)
    good &= item_order(&item[i - 1], &item[i]) <= 0;
  return good && sum[0] == sum[1];
}

static void test_sort(void) {
  int good = 1;
  for (int round = 0; round < 200; round++)
    for (int form = 0; form < 5; form++)
      good &= is_sorted(items_sort, form) && is_sorted(heap_sort, form);
  OK_(good, "items are sorted, whatever their order was");
}

int main(void) {
  test_sort();
  record_begin(0);
  thread_new();
  test_patterns();
  test_looks();
  test_waits();
  test_random();
  test_many_runs();
  test_again();
  test_third();
  test_memory();
  return tap_done();
}
