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

#include "topology.h"

enum { RANKS_EACH = 128, MOST = 64 }; /* ranks that are worth a process; processes */

struct reduction {
  struct topology t;
  const struct journals *js;
  struct gather *g;
  int in[MOST]; /* what the process hands on, its successor's end */
  pid_t pid[MOST];
};

static int gather_block(struct reduction *r, int process) {
  size_t n = r->js->ranks, size = (size_t)r->t.size, p = (size_t)process;
  int bad = 0;
  for (size_t i = n * p / size; !bad && i < n * (p + 1) / size; i++)
    bad = gather_rank(r->g, &r->js->rank[i]);
  return bad;
}

/* The blocks of a process and of all that hand to it. */
static int gather_lost(struct reduction *r, int lost) {
  int bad = 0;
  for (int p = 0; !bad && p < r->t.size; p++) {
    int through = p;
    while (through >= 0 && through != lost)
      through = r->t.successor(&r->t, through);
    if (through == lost)
      bad = gather_block(r, p);
  }
  return bad;
}

/* What `process` has to hand on is in r->g afterwards. */
static int work(struct reduction *r, int process) {
  int list[MOST], n = topology_predecessors(&r->t, process, list);
  int bad = gather_block(r, process);
  for (int i = 0; i < n && !bad; i++) {
    FILE *in = fdopen(r->in[list[i]], "r");
    int whole = in && !gather_read(r->g, in);
    if (in)
      fclose(in);
    if (!whole)
      bad = gather_lost(r, list[i]);
  }
  return bad;
}

/* Its own end of the pipe is `to`; it keeps those that its predecessors write to. */
static void child(struct reduction *r, int process, int to) {
  for (int p = 0; p < r->t.size; p++)
    if (r->in[p] >= 0 && r->t.successor(&r->t, p) != process)
      close(r->in[p]);
  FILE *out = fdopen(to, "w");
  gather_quiet(r->g);
  int bad = !out || work(r, process) || gather_write(r->g, out);
  _exit(bad || fflush(out) ? 1 : 0);
}

/* Predecessors first: by step, so that their pipes are there. */
static void start(struct reduction *r, int process) {
  int fd[2];
  r->in[process] = -1;
  if (pipe(fd))
    return;
  fflush(stderr);
  pid_t pid = fork();
  if (pid == 0) {
    close(fd[0]);
    child(r, process, fd[1]);
  }
  close(fd[1]);
  r->pid[process] = pid;
  r->in[process] = fd[0];
}

static int processes(const struct journals *js) {
  cpu_set_t cores;
  long n = sched_getaffinity(0, sizeof cores, &cores) ? 1 : CPU_COUNT(&cores);
  long most = (long)(js->ranks / RANKS_EACH);
  n = n < most ? n : most;
  return n > MOST ? MOST : n < 1 ? 1 : (int)n;
}

int reduce(struct gather *g, const struct journals *js, int kind) {
  struct reduction r = {.t = topology_of(kind, processes(js)), .js = js, .g = g};
  int root = 0;
  for (int p = 0; p < MOST; p++)
    r.in[p] = -1;
  for (int p = 0; p < r.t.size; p++)
    if (r.t.successor(&r.t, p) < 0)
      root = p;
  for (int step = 0; step < r.t.steps; step++)
    for (int p = 0; p < r.t.size; p++)
      if (p != root && r.t.step(&r.t, p) == step)
        start(&r, p);
  /* the pipes between others are theirs */
  for (int p = 0; p < r.t.size; p++)
    if (r.in[p] >= 0 && r.t.successor(&r.t, p) != root)
      close(r.in[p]);
  int bad = work(&r, root);
  for (int p = 0; p < r.t.size; p++)
    if (r.pid[p] > 0)
      waitpid(r.pid[p], NULL, 0);
  return bad;
}
