/* Shelves against a plain list: what lies at some bytes, what other threads have ended there,
 * which lines have accesses, and that accesses come, go and grow. */
#include <stdlib.h>
#include "checker/core/access.h"
#include "checker/core/state.h"
#include "tap.h"

#define MOST 300
#define STEPS 200000
#define ARENA 2048

static struct check *c;
static struct shelf shelf;
static struct access *all[MOST];
static int known, lines = 6;

/* Slots with a bit of their own, the last of them, and such that share a bit. */
static const unsigned slots[] = {0, 0, 0, 1, 2, 61, 62, 63, 64, 255};
#define SLOTS (sizeof slots / sizeof *slots)

static int below(int most) {
  return (int)(random() % most);
}

static void come(int threads) {
  struct access *a = calloc(1, sizeof *a);
  if (known == MOST || !a) {
    free(a);
    return;
  }
  a->lo = below(ARENA / 8) * 8;
  a->hi = a->lo + 1 + below(below(8) ? 32 : ARENA);
  a->one = (struct event_run){a->lo, a->hi - a->lo, 0, 1};
  a->run = &a->one;
  a->runs = 1;
  a->update = (uint8_t)below(2);
  a->size = sizeof *a;
  a->end_time = (uint64_t)(known + 1) * EVENT_STEP + slots[below(threads)];
  a->site.stack = (uint32_t)below(lines);
  shelf_add(c, &shelf, a);
  all[known++] = a;
}

static void go(int i) {
  shelf_remove(c, &shelf, all[i]);
  free(all[i]);
  all[i] = all[--known];
}

static void grow(struct access *a) {
  a->hi += 1 + below(64);
  a->one.length = a->hi - a->lo;
  shelf_widen(a);
}

/* Each access is marked by the number of the question for which it was found. */
struct found {
  uint64_t question;
  int count;
};

static void note(void *context, struct access *a) {
  struct found *f = context;
  f->count += a->count != f->question;
  a->count = f->question;
}

/* Returns whether all accesses at those bytes but those of the slot were found: with `exactly`
 * nothing else may be found. */
static int all_found(const struct found *f, int64_t lo, int64_t hi, unsigned slot,
                     int exactly) {
  int expected = 0;
  for (int i = 0; i < known; i++) {
    if (all[i]->lo >= hi || all[i]->hi <= lo || thread_slot(all[i]->end_time) == slot)
      continue;
    expected++;
    if (all[i]->count != f->question)
      return 0;
  }
  return !exactly || expected == f->count;
}

static int is_alone(unsigned slot) {
  for (int i = 0; i < known; i++)
    if (thread_slot(all[i]->end_time) != slot)
      return 0;
  return slot < 63;
}

/* The line of each access can be read from what is noted at the root. */
static int lines_found(void) {
  const struct access *root = RB_ROOT(&shelf.tree);
  for (int i = 0; i < known; i++) {
    const struct access *a = all[i];
    const struct line *l = &c->shelves.lines.line[a->line];
    if (!(root->lines >> a->line & 1) || (a->line < LINE_OTHERS && l->stack != a->site.stack))
      return 0;
  }
  return 1;
}

static int asked, alone, wrong;

static void ask(void) {
  static uint64_t questions;
  int64_t lo = below(ARENA), hi = lo + 1 + below(64);
  unsigned slot = slots[below(SLOTS)];
  struct found every = {++questions, 0}, others = {0, 0};
  shelf_each(&shelf, lo, hi, &every, note);
  wrong += !all_found(&every, lo, hi, THREAD_SLOTS, 1);
  wrong += shelf_touched(&shelf, lo, hi) != (every.count > 0);
  others.question = ++questions;
  shelf_of_others(&shelf, lo, hi, slot, &others, note);
  wrong += !all_found(&others, lo, hi, slot, 0);
  wrong += is_alone(slot) && others.count;
  wrong += !lines_found();
  asked++;
  alone += is_alone(slot) && every.count;
}

/* What was found of the thread itself, because others have ended something in its subtree, must
 * be little. */
static void skips_most(void) {
  struct found f = {UINT64_MAX, 0};
  while (known)
    go(0);
  for (int i = 0; i < MOST; i++)
    come(i == MOST / 2 ? (int)SLOTS : 1);
  shelf_of_others(&shelf, 0, 2 * ARENA, 0, &f, note);
  printf("# %d of %d found\n", f.count, known);
  OK(f.count <= 32);
}

int main(int argc, char **argv) {
  srandom(argc > 1 ? (unsigned)atoi(argv[1]) : 1);
  RB_INIT(&shelf.tree);
  c = calloc(1, sizeof *c);
  for (int i = 0; c && i < STEPS; i++) {
    lines = i / 20000 % 2 ? 200 : 6;
    int threads = i / 1000 % 3 ? (int)SLOTS : 3;
    if (below(3) && known < MOST / 2)
      come(threads);
    else if (known && !below(3))
      go(below(known));
    else if (known && !below(4))
      grow(all[below(known)]);
    if (i % 5000 == 0)
      while (known)
        go(0);
    ask();
  }
  printf("# asked %d times, %d times alone\n", asked, alone);
  OK(!wrong);
  OK(alone > 100);
  skips_most();
  while (known)
    go(0);
  OK(!RB_ROOT(&shelf.tree) && !shelf.count && !shelf.bytes);
  free(c);
  return tap_done();
}
