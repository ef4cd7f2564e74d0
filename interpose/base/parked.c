#define _GNU_SOURCE
#include "parked.h"
#include <inttypes.h>
#include <linux/futex.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>

/* A system call in which a thread sleeps. */
struct sleep {
  long number;
  uint64_t word, operation, value, limit;
};

static int sleeps(int tid, struct sleep *s) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/task/%d/syscall", tid);
  FILE *in = fopen(name, "re");
  int fields = in ? fscanf(in, "%ld %" SCNx64 " %" SCNx64 " %" SCNx64 " %" SCNx64, &s->number,
                           &s->word, &s->operation, &s->value, &s->limit)
                  : 0;
  if (in)
    fclose(in);
  return fields == 5; /* "running" is no number */
}

/* Another process may wake those who wait for a word in shared memory. pthread_join does not
 * say that its word is private. */
static int is_shared(uint64_t at) {
  char line[512], rights[5];
  uint64_t from, to;
  int shared = 1;
  FILE *maps = fopen("/proc/self/maps", "re");
  while (maps && shared && fgets(line, sizeof line, maps))
    if (sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s", &from, &to, rights) == 3 && from <= at &&
        at < to)
      shared = rights[3] != 'p';
  if (maps)
    fclose(maps);
  return shared;
}

int parked(int tid) {
  struct sleep s;
  if (!sleeps(tid, &s) || s.number != SYS_futex || s.limit)
    return 0;
  int operation = (int)s.operation & FUTEX_CMD_MASK;
  if (operation != FUTEX_WAIT && operation != FUTEX_WAIT_BITSET)
    return 0;
  return (s.operation & FUTEX_PRIVATE_FLAG) || !is_shared(s.word);
}
