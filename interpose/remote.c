#define _GNU_SOURCE
#include "remote.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "region.h"

#define PIECES 64
#define PATIENCE 100000 /* yields while a region is copied, before giving up */

/* Where the tables of the processes met last are. */
static __thread struct {
  pid_t pid;
  uintptr_t table; /* 0: it has none */
} known[8];
static __thread unsigned oldest;

/* Where the mapping of file `path` begins in the process. */
static uintptr_t base_of(pid_t pid, const char *path) {
  char name[32], line[4352];
  uintptr_t base = 0;
  snprintf(name, sizeof name, "/proc/%d/maps", (int)pid);
  FILE *f = fopen(name, "re");
  while (f && !base && fgets(line, sizeof line, f)) {
    unsigned long lo, offset;
    int at = 0;
    line[strcspn(line, "\n")] = 0;
    if (sscanf(line, "%lx-%*x %*s %lx %*s %*s %n", &lo, &offset, &at) == 2 && at && !offset &&
        !strcmp(line + at, path))
      base = lo;
  }
  if (f)
    fclose(f);
  return base;
}

static uintptr_t table_find(pid_t pid) {
  Dl_info own;
  char path[4096];
  if (!dladdr(&region_table, &own) || !realpath(own.dli_fname, path))
    return 0;
  uintptr_t base = base_of(pid, path);
  return base ? base + ((uintptr_t)&region_table - (uintptr_t)own.dli_fbase) : 0;
}

static uintptr_t table_of(pid_t pid) {
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (known[i].pid == pid)
      return known[i].table;
  unsigned at = oldest++ % (sizeof known / sizeof *known);
  known[at].pid = pid;
  return known[at].table = table_find(pid);
}

static int fetch(pid_t pid, void *to, uintptr_t from, size_t size) {
  struct iovec local = {to, size}, remote = {(void *)from, size};
  return syscall(SYS_process_vm_readv, (long)pid, &local, 1ul, &remote, 1ul, 0ul) == (long)size
             ? 0
             : -1;
}

/* The other's region that `at` is in, or the next one beyond; `out->hi` is 0 if there is none.
 * -1: it cannot be told. */
static int look(pid_t pid, uintptr_t table, uintptr_t at, struct region *out) {
  struct region part[PIECES];
  struct region_head before, after;
  memset(out, 0, sizeof *out);
  if (fetch(pid, &before, table, sizeof before) || before.version & 1 || before.count < 0 ||
      before.count > REGIONS)
    return -1;
  for (int i = 0; i < before.count && !out->hi; i += PIECES) {
    int n = before.count - i < PIECES ? before.count - i : PIECES;
    if (fetch(pid, part, table + sizeof before + (size_t)i * sizeof *part,
              (size_t)n * sizeof *part))
      return -1;
    for (int k = 0; k < n && !out->hi; k++)
      if (part[k].hi > at)
        *out = part[k];
  }
  return fetch(pid, &after, table, sizeof after) || after.version != before.version ? -1 : 0;
}

/* A place in a vector. */
struct place {
  const struct iovec *at;
  unsigned long left; /* elements */
  size_t in;          /* bytes of the first that are done */
};

static void skip(struct place *p, size_t bytes) {
  while (p->left && bytes >= p->at->iov_len - p->in) {
    bytes -= p->at->iov_len - p->in;
    p->at++;
    p->left--;
    p->in = 0;
  }
  p->in += bytes;
}

/* At most `size` bytes from there, in at most PIECES parts. */
static int cut(const struct place *from, size_t size, struct iovec *part, size_t *bytes) {
  struct place p = *from;
  int n = 0;
  *bytes = 0;
  while (p.left && n < PIECES && *bytes < size) {
    size_t here = p.at->iov_len - p.in, rest = size - *bytes;
    part[n] = (struct iovec){(char *)p.at->iov_base + p.in, here < rest ? here : rest};
    *bytes += part[n++].iov_len;
    skip(&p, part[n - 1].iov_len);
  }
  return n;
}

/* One piece: up to where a region begins or ends. Bytes moved; 0: it is being copied, try
 * again; -1. */
static ssize_t move(int write, pid_t pid, uintptr_t table, const struct place *local,
                    const struct place *remote) {
  uintptr_t at = (uintptr_t)remote->at->iov_base + remote->in;
  size_t size = remote->at->iov_len - remote->in, bytes;
  struct region r;
  struct iovec part[PIECES], there;
  if (look(pid, table, at, &r))
    return 0;
  int inside = r.hi && r.lo <= at, moves = inside && !(r.state & REGION_OPEN);
  uintptr_t end = !r.hi ? UINTPTR_MAX : inside ? r.hi : r.lo;
  if (moves && r.state & REGION_BUSY)
    return 0;
  size = end - at < size ? end - at : size;
  int parts = cut(local, size, part, &bytes);
  there = (struct iovec){(void *)(at + (moves ? (uintptr_t)r.delta : 0)), bytes};
  if (!bytes)
    return -1;
  return syscall(write ? SYS_process_vm_writev : SYS_process_vm_readv, (long)pid, part,
                 (long)parts, &there, 1ul, 0ul);
}

ssize_t remote_again(int write, pid_t pid, const struct iovec *local, unsigned long locals,
                     const struct iovec *remote, unsigned long remotes, ssize_t done) {
  struct place from = {local, locals, 0}, to = {remote, remotes, 0};
  uintptr_t table = table_of(pid);
  ssize_t moved = done > 0 ? done : 0;
  int waited = 0;
  skip(&from, (size_t)moved);
  skip(&to, (size_t)moved);
  while (table && from.left && to.left && waited < PATIENCE) {
    ssize_t n = move(write, pid, table, &from, &to);
    if (n < 0 && errno != EFAULT)
      break;
    if (n <= 0) { /* it may have changed since we looked */
      waited += n < 0 ? PATIENCE / 8 : 1;
      sched_yield();
      continue;
    }
    waited = 0;
    moved += n;
    skip(&from, (size_t)n);
    skip(&to, (size_t)n);
  }
  if (moved)
    return moved;
  errno = EFAULT;
  return -1;
}
