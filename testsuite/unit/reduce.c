/* The reduction of many ranks by several processes: each rank is gathered once, whatever the
 * topology, and though processes are killed. What is gathered is a stub here. */
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <unistd.h>

static long processors;
#undef CPU_COUNT
#define CPU_COUNT(set) ((void)(set), processors)
#include "../../report/reduce.c"

#include "tap.h"

enum { ROOM = 2000 };
struct gather {
  int seen[ROOM];
};
static struct gather gathered;
static const struct rank *base;
static int victim = -1; /* the process that gathers it is killed, unless it is the root */
static pid_t root;

int gather_rank(struct gather *g, const struct rank *r) {
  if (r - base == victim && getpid() != root)
    raise(SIGKILL);
  g->seen[r - base]++;
  return 0;
}

void gather_quiet(struct gather *g) {
  (void)g;
}

int gather_write(struct gather *g, FILE *out) {
  return fwrite(g, sizeof *g, 1, out) == 1 ? 0 : -1;
}

int gather_read(struct gather *g, FILE *in) {
  struct gather other;
  if (fread(&other, sizeof other, 1, in) != 1)
    return -1;
  for (int i = 0; i < ROOM; i++)
    g->seen[i] += other.seen[i];
  return 0;
}

static int once(size_t ranks) {
  for (size_t i = 0; i < ROOM; i++)
    if (gathered.seen[i] != (i < ranks))
      return 0;
  return 1;
}

int main(void) {
  static const size_t sizes[] = {0, 1, 127, 300, 1000, 1999};
  struct journals js = {.rank = calloc(ROOM, sizeof(struct rank))};
  base = js.rank;
  root = getpid();
  for (int kind = 0; kind < TOPOLOGIES; kind++)
    for (processors = 1; processors < 13; processors += 3)
      for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
        for (victim = -1; victim < (int)sizes[i]; victim += 1 + (int)sizes[i] / 3) {
          char what[120];
          js.ranks = sizes[i];
          memset(&gathered, 0, sizeof gathered);
          int bad = reduce(&gathered, &js, kind);
          snprintf(what, sizeof what, "%s, %ld cores, %zu ranks, %d killed",
                   kind == TOPOLOGY_RING ? "ring" : "tree", processors, sizes[i], victim);
          tap_ok(!bad && once(sizes[i]), what, __FILE__, __LINE__);
        }
  free(js.rank);
  return tap_done();
}
