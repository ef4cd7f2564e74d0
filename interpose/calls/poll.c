#include "poll.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include "interpose/stack/stack.h"

#define POLLING 1.0 /* a thread polls when the loop has run so many seconds */
/* Processor time of one round: a test takes a microsecond at most; a round with a pause takes
 * more, */
#define ROUND_NS 10000
#define NAP_NS 100000

uint64_t poll_mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

static struct poll *poll_of(struct thread *t) {
  struct poll *p = t->poll;
  return p ? p : (t->poll = calloc(1, sizeof *p));
}

void poll_note(struct thread *t, uint64_t what) {
  uint64_t seq = t->seq;
  struct poll *p = poll_of(t);
  if (!p || t->depth > 1)
    return;
  int goes_on = seq - p->seq == 2 && what == p->what;
  int elsewhere = t->registers[REG_CALLER] != p->caller || t->call != p->call;
  if (!goes_on) {
    p->what = what;
    p->began = seq;
  }
  if (!goes_on || elsewhere) {
    p->caller = t->registers[REG_CALLER];
    p->call = t->call;
    p->stack = stack_capture(t);
  }
  p->seq = seq;
}

void poll_note_probe(struct thread *t, MPI_Comm comm, int source, int tag) {
  uint64_t h = poll_mix(poll_mix(1, (uint64_t)(uintptr_t)comm), (uint32_t)source);
  struct poll *p = poll_of(t);
  if (!p)
    return;
  p->comm = (uint64_t)(uintptr_t)comm;
  p->source = source;
  p->tag = tag;
  poll_note(t, poll_mix(h, (uint32_t)tag));
}

/* 0: not known. */
static struct usage usage_of(const struct thread *t) {
  /* The same as clock_getcpuclockid gives. */
  const clockid_t clock = (clockid_t)(~(unsigned)t->tid << 3 | 6);
  struct timespec used;
  struct usage u = {0, 0};
  char name[48], line[128];
  if (!clock_gettime(clock, &used))
    u.ns = (uint64_t)used.tv_sec * 1000000000u + (uint64_t)used.tv_nsec;
  snprintf(name, sizeof name, "/proc/self/task/%d/status", t->tid);
  FILE *in = fopen(name, "r");
  while (in && fgets(line, sizeof line, in) &&
         sscanf(line, "voluntary_ctxt_switches: %" SCNu64, &u.naps) != 1)
    ;
  if (in)
    fclose(in);
  return u;
}

/* Returns whether the thread did no work between the tests. */
static int is_idle(const struct usage *from, const struct usage *to, uint64_t rounds) {
  if (!from->ns || !to->ns)
    return 0;
  uint64_t ns = (to->ns - from->ns) / rounds;
  return ns <= ROUND_NS || (ns <= NAP_NS && to->naps - from->naps >= rounds / 2);
}

/* The thread's notes are read after its `seq`. So a loop that it has left is seen to be over,
 * or to have begun anew. */
void poll_look(struct thread *t, uint64_t before, uint64_t seq, double at) {
  struct poll *p = t->poll;
  if (!p || (seq == before && seq & 1))
    return;
  struct usage used = p->usage;
  uint64_t rounds = (seq - before) / 2, last = p->seq, began = p->began;
  p->usage = (struct usage){0, 0};
  if (rounds && last + 2 >= seq)
    p->usage = usage_of(t);
  if (!rounds || last + 2 < seq || last <= before || began > before ||
      !is_idle(&used, &p->usage, rounds))
    p->since = 0;
  else if (p->since <= 0)
    p->since = at;
}

void poll_over(struct thread *t) {
  struct poll *p = t->poll;
  if (p)
    p->since = 0;
}

int poll_waits(const struct thread *t, double at) {
  const struct poll *p = t->poll;
  return p && p->since > 0 && at - p->since >= POLLING;
}
