/* Several processes reduce the findings of many ranks. Each rank must be gathered exactly once, in
 * any topology, and also if processes are killed. The findings themselves are a stub here. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static long processors;
#undef CPU_COUNT
#define CPU_COUNT(set) ((void)(set), processors)
#include "report/journal/bundle.c"
#include "report/journal/frames.c"
#include "report/journal/rankset.c"
#include "report/input/reduce.c"
#include "report/journal/reduction.c"

#include "tap.h"

enum { ROOM = 2000 };
static int victim = -1; /* the process that gathers this rank is killed, unless it is the root */
static pid_t root;

int found_add(struct bundle *b, const struct journals *js, size_t rank, int file, int *damaged) {
  char text[] = "{}";
  struct bundle_item item = {.first = rank, .count = 1, .finding = text, .n = 2};
  (void)js;
  item.key.kind[0] = rank;
  *damaged = !file;
  rankset_add(&item.ranks, (int)rank);
  if ((int)rank == victim && getpid() != root)
    raise(SIGKILL);
  struct bundle_item *in = bundle_add(b, &item);
  rankset_free(&item.ranks);
  return in ? 0 : -1;
}

int found_is_slug(const char *text) {
  return *text;
}

json_t *frames_json(const struct frames *f) {
  (void)f;
  return NULL;
}

int rank_size(const struct rank *r) {
  (void)r;
  return 0;
}

void busy_show(const char *what, size_t done, size_t total) {
  (void)what, (void)done, (void)total;
}

void busy_quiet(void) {
}

void busy_end(void) {
}

void say(const char *format, ...) {
  (void)format;
}

static int once(const struct bundle *b, size_t ranks) {
  size_t n = 0;
  const struct bundle_item **items = bundle_items(b, &n);
  int good = n == ranks;
  for (size_t i = 0; i < n && good; i++)
    good = items[i]->first == i && items[i]->count == 1 && items[i]->ranks.range[0].lo == (int)i;
  free(items);
  return good;
}

static void check(struct journals *js, size_t ranks, enum reduce_how how) {
  char what[120];
  struct frames *frames = NULL;
  struct bundle *b = bundle_new(&frames);
  js->ranks = ranks;
  for (size_t i = 0; i < ranks; i++)
    js->rank[i].to = ranks;
  int bad = reduce(b, js, how);
  snprintf(what, sizeof what, "%s, %ld cores, %zu ranks, %d killed",
           how == REDUCE_RING ? "ring" : "tree", processors, ranks, victim);
  tap_ok(!bad && once(b, ranks), what, __FILE__, __LINE__);
  bundle_free(b);
}

int main(void) {
  static const size_t sizes[] = {0, 1, 127, 300, 1000, 1999};
  struct journals js = {.rank = calloc(ROOM, sizeof(struct rank))};
  root = getpid();
  for (enum reduce_how how = REDUCE_TREE; how <= REDUCE_JOURNALS; how++)
    for (processors = 1; processors < 13; processors += 3)
      for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (victim = -1; victim < (int)sizes[i]; victim += 1 + (int)sizes[i] / 3)
          check(&js, sizes[i], how);
  free(js.rank);
  return tap_done();
}
