#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "reduce.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rank_findings.h"
#include "report/journal/member.h"
#include "progress_line.h"
#include "report/journal/reduction.h"
#include "report/journal/say.h"

/* So many ranks are worth another process; largest number of processes. */
enum { RANKS_EACH = 128, MOST = 64 };

struct reducing {
  struct topology t;
  struct journals *js;
  struct bundle *b;
  char *merged; /* for each rank: its world was read from the journal of its rank 0 */
  int in[MOST]; /* the read end of the pipe on which the process hands on */
  int out;      /* of this process */
  pid_t pid[MOST];
};

static int gather_rank(struct reducing *g, size_t rank) {
  int damaged = 0, bad = found_add(g->b, g->js, rank, !g->merged[rank], &damaged);
  if (damaged)
    say("%s: %d damaged finding%s left out", g->js->rank[rank].path, damaged,
        damaged == 1 ? " was" : "s were");
  busy_show("merging the findings of the ranks", rank + 1, g->js->ranks);
  return bad;
}

static int gather_block(struct reducing *g, int process) {
  size_t n = g->js->ranks, size = (size_t)g->t.size, p = (size_t)process;
  int bad = 0;
  for (size_t i = n * p / size; !bad && i < n * (p + 1) / size; i++)
    bad = gather_rank(g, i);
  return bad ? -1 : 0;
}

/* Marks the ranks of a process and of all processes that hand on to it. */
static int gather_lost(struct reducing *g, int lost) {
  int bad = 0;
  for (int p = 0; !bad && p < g->t.size; p++) {
    int through = p;
    while (through >= 0 && through != lost)
      through = g->t.successor(&g->t, through);
    if (through == lost)
      bad = gather_block(g, p);
  }
  return bad ? -1 : 0;
}

static int receive(void *context, int from) {
  struct reducing *g = context;
  FILE *in = fdopen(g->in[from], "r");
  struct bundle *part = bundle_new(&g->js->frames);
  int lost = in && part ? bundle_read(part, in) : 1;
  if (in)
    fclose(in);
  lost = lost ? gather_lost(g, from) : bundle_join(g->b, part, 0);
  bundle_free(part);
  return lost;
}

static int send(void *context, int to) {
  struct reducing *g = context;
  FILE *out = fdopen(g->out, "w");
  (void)to;
  return !out || bundle_write(g->b, out) || fflush(out);
}

/* Afterwards g->b holds what `process` hands on. */
static int work(struct reducing *g, int process) {
  static const struct reduction pipes = {receive, send};
  return gather_block(g, process) || reduction_run(&g->t, process, &pipes, g) ? -1 : 0;
}

/* The child keeps only the ends of pipes to which its predecessors write. */
static void child(struct reducing *g, int process, int to) {
  for (int p = 0; p < g->t.size; p++)
    if (g->in[p] >= 0 && g->t.successor(&g->t, p) != process)
      close(g->in[p]);
  g->out = to;
  g->b = bundle_new(&g->js->frames); /* what was read before belongs to the root */
  busy_quiet();
  _exit(!g->b || work(g, process) ? 1 : 0);
}

static void start(struct reducing *g, int process) {
  int fd[2];
  if (pipe(fd))
    return;
  fflush(stderr);
  pid_t pid = fork();
  if (pid == 0) {
    close(fd[0]);
    child(g, process, fd[1]);
  }
  close(fd[1]);
  g->pid[process] = pid;
  g->in[process] = fd[0];
}

/* Predecessors are started first, in the order of steps, so that their pipes exist. Pipes
 * between other processes are closed. */
static void start_all(struct reducing *g, int root) {
  for (int step = 0; step < g->t.steps; step++)
    for (int p = 0; p < g->t.size; p++)
      if (p != root && g->t.step(&g->t, p) == step)
        start(g, p);
  for (int p = 0; p < g->t.size; p++)
    if (g->in[p] >= 0 && g->t.successor(&g->t, p) != root)
      close(g->in[p]);
}

/* Lists ranks whose journals must be read. */
static size_t unmerged(const struct reducing *g) {
  size_t n = 0;
  for (size_t i = 0; i < g->js->ranks; i++)
    n += !g->merged[i];
  return n;
}

static int processes(const struct reducing *g) {
  cpu_set_t cores;
  long n = sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
  long most = (long)(unmerged(g) / RANKS_EACH);
  n = n < most ? n : most;
  return n > MOST ? MOST : n < 1 ? 1 : (int)n;
}

/* Returns whether all ranks of a world are in from..to-1. */
static int is_whole(const struct journals *js, size_t from, size_t to) {
  int whole = js->rank[from].rank == 0 && rank_size(&js->rank[from]) == (int)(to - from);
  for (size_t i = from; i < to; i++)
    whole &= js->rank[i].start != NULL;
  return whole;
}

/* The value is checked, because a journal may hold anything. */
static int is_sound(const struct bundle_item *item, size_t ranks) {
  json_t *finding = json_loads(item->finding, 0, NULL);
  const json_t *locations = member_get(finding, "locations");
  int sound = item->key.world == 0 && item->first < ranks && item->count > 0 &&
              found_is_slug(member_text_or(finding, "slug", "")) &&
              json_array_size(locations) == item->key.locations;
  for (size_t i = 0; i < item->key.locations && sound; i++) {
    json_t *frames = frames_json(item->key.stack[i]);
    sound = frames || !item->key.stack[i];
    json_decref(frames);
  }
  json_decref(finding);
  return sound;
}

static int take_world(struct reducing *g, size_t from, size_t to, FILE *in) {
  struct bundle *b = bundle_new(&g->js->frames);
  size_t n = 0;
  const struct bundle_item **items = b && !bundle_read(b, in) ? bundle_items(b, &n) : NULL;
  int sound = items != NULL, bad = 0;
  for (size_t i = 0; i < n && sound; i++)
    sound = is_sound(items[i], to - from);
  if (sound)
    bad = bundle_join(g->b, b, from);
  if (sound && !bad)
    memset(g->merged + from, 1, to - from);
  free(items);
  bundle_free(b);
  return bad;
}

/* Reads the worlds whose ranks have merged their findings themselves. */
static int take_merged(struct reducing *g) {
  int bad = 0;
  for (size_t from = 0; !bad && from < g->js->ranks; from = g->js->rank[from].to) {
    const struct rank *zero = &g->js->rank[from];
    FILE *in = zero->merged && is_whole(g->js, from, zero->to) ? fopen(zero->path, "re") : NULL;
    bad = in && take_world(g, from, zero->to, in);
    if (in)
      fclose(in);
  }
  return bad;
}

int reduce(struct bundle *b, struct journals *js, enum reduce_how how) {
  struct reducing g = {.js = js, .b = b, .merged = calloc(js->ranks + 1, 1)};
  if (!g.merged)
    return -1;
  int bad = how != REDUCE_JOURNALS && take_merged(&g);
  g.t = topology_of(how == REDUCE_RING ? TOPOLOGY_RING : TOPOLOGY_TREE, processes(&g));
  for (int p = 0; p < MOST; p++)
    g.in[p] = -1;
  int root = topology_root(&g.t);
  if (!bad)
    start_all(&g, root);
  bad = bad || work(&g, root);
  for (int p = 0; p < g.t.size; p++)
    if (g.pid[p] > 0)
      waitpid(g.pid[p], NULL, 0);
  busy_end();
  free(g.merged);
  return bad ? -1 : 0;
}
