#define _GNU_SOURCE
#include "remote.h"
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "interpose/arch/region.h"

#define PIECES 64
#define PATIENCE 100000 /* how often we yield while a region is copied before we give up */

/* Where the tables of processes lie. Rows are only added, so they can be read without a lock.
 */
static struct {
  _Atomic pid_t pid; /* 0: not yet */
  uintptr_t table;
} known[1024];
static atomic_uint known_count;

/* Finds where the mapping of file `path` begins in the process. */
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
  const unsigned room = sizeof known / sizeof *known;
  for (unsigned i = 0; i < room && i < known_count; i++)
    if (known[i].pid == pid)
      return known[i].table;
  uintptr_t table = table_find(pid);
  unsigned at = table && known_count < room ? known_count++ : room;
  if (at < room) {
    known[at].table = table;
    known[at].pid = pid;
  }
  return table;
}

static int fetch(pid_t pid, void *to, uintptr_t from, size_t size) {
  struct iovec local = {to, size}, remote = {(void *)from, size};
  return syscall(SYS_process_vm_readv, (long)pid, &local, 1ul, &remote, 1ul, 0ul) == (long)size
             ? 0
             : -1;
}

/* Calls `each` for the other process's regions as long as it returns 0. Returns -1 if they
 * cannot be read. */
static int look_through(pid_t pid, uintptr_t table, int (*each)(const struct region *, void *),
                        void *context) {
  struct region part[PIECES];
  struct region_head before, after;
  int ends = 0;
  if (fetch(pid, &before, table, sizeof before) || before.version & 1 || before.count < 0 ||
      before.count > REGIONS)
    return -1;
  for (int i = 0; i < before.count && !ends; i += PIECES) {
    int n = before.count - i < PIECES ? before.count - i : PIECES;
    if (fetch(pid, part, table + sizeof before + (size_t)i * sizeof *part,
              (size_t)n * sizeof *part))
      return -1;
    for (int k = 0; k < n && !ends; k++)
      ends = each(&part[k], context);
  }
  return fetch(pid, &after, table, sizeof after) || after.version != before.version ? -1 : 0;
}

/* Finds the region that `at` is in, or the next one beyond; `r.hi` is 0 if there is none. */
struct looked {
  uintptr_t at;
  struct region r;
};

static int look_at(const struct region *r, void *context) {
  struct looked *l = context;
  if (r->hi > l->at)
    l->r = *r;
  return r->hi > l->at;
}

struct beyond {
  uintptr_t at;
  struct region_gap gap;
};

static int look_beyond(const struct region *r, void *context) {
  struct beyond *b = context;
  region_gap_narrow(&b->gap, b->at, r);
  return 0;
}

/* A place in a vector. */
struct remote_place {
  const struct iovec *at;
  unsigned long left; /* elements */
  size_t in;          /* bytes of the first piece that are done */
};

static void skip(struct remote_place *p, size_t bytes) {
  while (p->left && bytes >= p->at->iov_len - p->in) {
    bytes -= p->at->iov_len - p->in;
    p->at++;
    p->left--;
    p->in = 0;
  }
  p->in += bytes;
}

/* Cuts at most `size` bytes from there into at most PIECES parts. */
static int cut(const struct remote_place *from, size_t size, struct iovec *part,
               size_t *bytes) {
  struct remote_place p = *from;
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

/* A piece of the other process's memory: its address there, and how many bytes may be moved at
 * once. */
struct piece {
  uintptr_t at;
  size_t size;
};

/* Cuts the piece where a region begins or ends, and moves it to the alias. Returns -1 if the
 * region is being copied or cannot be read: then try again. */
static int to_alias(pid_t pid, uintptr_t table, struct piece *p) {
  struct looked l = {.at = p->at};
  const struct region *r = &l.r;
  if (look_through(pid, table, look_at, &l))
    return -1;
  int inside = r->hi && r->lo <= p->at, moves = inside && !(r->state & REGION_OPEN);
  uintptr_t end = !r->hi ? UINTPTR_MAX : inside ? r->hi : r->lo;
  if (moves && r->state & REGION_BUSY)
    return -1;
  p->size = end - p->at < p->size ? end - p->at : p->size;
  p->at += moves ? (uintptr_t)r->delta : 0;
  return 0;
}

/* Moves a piece that lies beyond an alias to where it would lie without us. Returns -1 as
 * above; 1 if it is beyond none. */
static int to_beyond(pid_t pid, uintptr_t table, struct piece *p) {
  struct beyond b = {p->at, {0, UINTPTR_MAX, 0, 0}};
  if (look_through(pid, table, look_beyond, &b))
    return -1;
  intptr_t delta = region_gap_delta(&b.gap, p->at);
  p->size = b.gap.hi - p->at < p->size ? b.gap.hi - p->at : p->size;
  p->at += (uintptr_t)delta;
  return delta ? to_alias(pid, table, p) : 1;
}

static ssize_t transfer(int write, pid_t pid, const struct remote_place *local,
                        struct piece p) {
  struct iovec part[PIECES], there = {(void *)p.at, 0};
  int parts = cut(local, p.size, part, &there.iov_len);
  if (!there.iov_len)
    return -1;
  return syscall(write ? SYS_process_vm_writev : SYS_process_vm_readv, (long)pid, part,
                 (long)parts, &there, 1ul, 0ul);
}

/* Moves one piece. Returns how many bytes; 0: try again; -1: failed. */
static ssize_t move(int write, pid_t pid, uintptr_t table, const struct remote_place *local,
                    const struct remote_place *remote) {
  struct piece asked = {(uintptr_t)remote->at->iov_base + remote->in,
                        remote->at->iov_len - remote->in};
  struct piece p = asked;
  if (to_alias(pid, table, &p))
    return 0;
  ssize_t n = transfer(write, pid, local, p);
  if (n >= 0 || errno != EFAULT)
    return n;
  int none = to_beyond(pid, table, &asked);
  errno = EFAULT;
  return none < 0 ? 0 : none ? -1 : transfer(write, pid, local, asked);
}

ssize_t remote_again(int write, pid_t pid, const struct iovec *local, unsigned long locals,
                     const struct iovec *remote, unsigned long remotes, ssize_t done) {
  struct remote_place from = {local, locals, 0}, to = {remote, remotes, 0};
  uintptr_t table = table_of(pid);
  ssize_t moved = done > 0 ? done : 0;
  int waited = 0;
  skip(&from, (size_t)moved);
  skip(&to, (size_t)moved);
  while (table && from.left && to.left && waited < PATIENCE) {
    ssize_t n = move(write, pid, table, &from, &to);
    if (n < 0 && errno != EFAULT)
      break;
    if (n <= 0) { /* the region may have changed since we looked */
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
