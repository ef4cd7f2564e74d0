#include "poll.h"
#include <inttypes.h>
#include <stdio.h>
#include <time.h>
#include "interpose/stack/stack.h"

#define POLLING 1.0 /* seconds of such a loop */
/* Processor time of one round: a test takes a microsecond at most; with a nap between, */
#define ROUND_NS 10000
#define NAP_NS 100000

uint64_t poll_mix(uint64_t h, uint64_t v) {
  h = (h ^ v) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 29;
}

void poll_note(struct thread *t, uint64_t what) {
  uint64_t seq = t->seq;
  int goes_on = seq - t->poll_seq == 2 && what == t->poll_what;
  int elsewhere = t->registers[REG_CALLER] != t->poll_caller || t->call != t->poll_call;
  if (t->depth > 1)
    return;
  if (!goes_on) {
    t->poll_what = what;
    t->poll_began = seq;
  }
  if (!goes_on || elsewhere) {
    t->poll_caller = t->registers[REG_CALLER];
    t->poll_call = t->call;
    t->poll_stack = stack_capture(t);
  }
  t->poll_seq = seq;
}

void poll_note_probe(struct thread *t, MPI_Comm comm, int source, int tag) {
  uint64_t h = poll_mix(poll_mix(1, (uint64_t)(uintptr_t)comm), (uint32_t)source);
  t->poll_comm = (uint64_t)(uintptr_t)comm;
  t->poll_source = source;
  t->poll_tag = tag;
  poll_note(t, poll_mix(h, (uint32_t)tag));
}

/* 0: not known. */
static struct usage usage_of(const struct thread *t) {
  const clockid_t clock = (clockid_t)(~(unsigned)t->tid << 3 | 6); /* see clock_getcpuclockid */
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

/* Whether it did no work between the tests. */
static int is_idle(const struct usage *from, const struct usage *to, uint64_t rounds) {
  if (!from->ns || !to->ns)
    return 0;
  uint64_t ns = (to->ns - from->ns) / rounds;
  return ns <= ROUND_NS || (ns <= NAP_NS && to->naps - from->naps >= rounds / 2);
}

/* `poll_seq` and `poll_began` are read later than `seq`: a loop that was left before is seen to
 * be over, or to have begun anew. */
void poll_look(struct thread *t, uint64_t seq, double at) {
  struct usage before = t->watched_usage;
  uint64_t rounds = (seq - t->watched_seq) / 2, last = t->poll_seq, began = t->poll_began;
  if (seq == t->watched_seq && seq & 1)
    return;
  t->watched_usage = (struct usage){0, 0};
  if (rounds && last + 2 >= seq)
    t->watched_usage = usage_of(t);
  if (!rounds || last + 2 < seq || last <= t->watched_seq || began > t->watched_seq ||
      !is_idle(&before, &t->watched_usage, rounds))
    t->polling_since = 0;
  else if (t->polling_since <= 0)
    t->polling_since = at;
}

int poll_waits(const struct thread *t, double at) {
  return t->polling_since > 0 && at - t->polling_since >= POLLING;
}
