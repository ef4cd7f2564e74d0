#define _GNU_SOURCE
#define XXH_INLINE_ALL
#include "image.h"
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>
#include <xxhash.h>
#include "interpose/arch/own_call.h"

#define UNIT 4096 /* bytes that one checksum covers */
#define BATCH (4 * UNIT)
#define BLOCKS 256    /* read at once */
#define NS_PER_KB 400 /* ns for each KB, to read and hash it twice */
#define NS_EACH 4000

struct image {
  struct event_run *run; /* the bytes that are looked at */
  int32_t runs;
  int copied;
  size_t room;
  unsigned char content[]; /* the bytes themselves, or a checksum for each UNIT of a batch */
};

static atomic_int refused;

int image_readable(void) {
  return !refused;
}

uint64_t image_cost(int64_t size) {
  return NS_EACH + (uint64_t)size / 1024 * NS_PER_KB;
}

size_t image_bytes(const struct image *i) {
  return i->room + sizeof *i + (size_t)i->runs * sizeof *i->run;
}

/* A walk through the bytes, one batch at a time. */
struct image_walk {
  const struct image *image;
  int32_t run;
  int64_t block, at; /* which block of the run, and how many bytes of it the walk has passed */
  struct iovec from[BLOCKS];
  unsigned long blocks;
  unsigned char bytes[BATCH];
};

static int64_t walk_gather(struct image_walk *w) {
  int64_t total = 0;
  for (w->blocks = 0; w->run < w->image->runs && total < BATCH && w->blocks < BLOCKS;) {
    const struct event_run *r = &w->image->run[w->run];
    int64_t lo = r->lo + (r->count > 1 ? w->block * r->stride : 0) + w->at;
    int64_t length = r->length - w->at;
    length = length < BATCH - total ? length : BATCH - total;
    w->from[w->blocks++] = (struct iovec){(void *)(uintptr_t)lo, (size_t)length};
    total += length;
    w->at += length;
    if (w->at < r->length)
      continue;
    w->at = 0;
    if (++w->block == r->count) {
      w->block = 0;
      w->run++;
    }
  }
  return total;
}

/* Returns how many bytes it has read, -1 if they cannot be read. */
static int64_t walk_on(struct image_walk *w) {
  int64_t total = walk_gather(w);
  struct iovec to = {w->bytes, (size_t)total};
  /* Memory of windows can be read by a gated call only. */
  if (!total || own_read(&to, w->from, w->blocks) == total ||
      process_vm_readv(getpid(), &to, 1, w->from, w->blocks, 0) == total)
    return total;
  if (errno == EPERM || errno == ENOSYS)
    refused = 1;
  return -1;
}

/* Returns where the program has the gathered bytes from offset `from` up to `to`, as far as
 * they lie in one block. */
static struct event_run walk_place(const struct image_walk *w, size_t from, size_t to) {
  unsigned long i = 0;
  for (; from >= w->from[i].iov_len; i++) {
    from -= w->from[i].iov_len;
    to -= w->from[i].iov_len;
  }
  to = to < w->from[i].iov_len ? to : w->from[i].iov_len;
  return (struct event_run){(int64_t)(uintptr_t)w->from[i].iov_base + (int64_t)from,
                            (int64_t)(to - from), 1, 1};
}

/* Takes every `apart`-th part of a run. */
static struct event_run thin(struct event_run r, int64_t apart) {
  if (r.count == 1 && r.length > UNIT) {
    r.count = r.length / UNIT;
    r.length = r.stride = UNIT;
  }
  r.count = (r.count + apart - 1) / apart;
  r.stride *= apart;
  return r;
}

static struct image *image_new(const struct event_data *d, int64_t most) {
  int64_t apart = d->size > most ? (d->size + most - 1) / most : 1, size = 0, blocks = 0;
  struct event_run all = {d->lo, d->hi - d->lo, 1, 1};
  const struct event_run *from = d->runs ? d->run : &all;
  int32_t runs = d->runs ? d->runs : 1;
  struct event_run *run = malloc((size_t)runs * sizeof *run);
  for (int32_t i = 0; run && i < runs; i++) {
    run[i] = apart > 1 ? thin(from[i], apart) : from[i];
    size += run[i].length * run[i].count;
    blocks += run[i].count;
  }
  size_t sums = (size_t)(size / UNIT + size / BATCH + blocks / BLOCKS + 2);
  size_t room = size <= UNIT ? (size_t)size : sums * sizeof(uint64_t);
  struct image *i = run ? malloc(sizeof *i + room) : NULL;
  if (!i) {
    free(run);
    return NULL;
  }
  *i = (struct image){run, runs, size <= UNIT, room};
  return i;
}

void image_free(struct image *i) {
  free(i->run);
  free(i);
}

/* Keeps gathered bytes as they are, or their checksum. */
static size_t essence(const struct image *i, const unsigned char *bytes, size_t n,
                      unsigned char *out) {
  if (i->copied) {
    memcpy(out, bytes, n);
    return n;
  }
  uint64_t sum = XXH3_64bits(bytes, n);
  memcpy(out, &sum, sizeof sum);
  return sizeof sum;
}

struct image *image_take(const struct event_data *d, int64_t most) {
  struct image *i = refused ? NULL : image_new(d, most);
  struct image_walk w;
  int64_t n;
  if (!i)
    return NULL;
  w.image = i;
  w.run = 0;
  w.block = w.at = 0;
  unsigned char *out = i->content;
  while ((n = walk_on(&w)) > 0)
    for (int64_t at = 0; at < n; at += UNIT)
      out += essence(i, w.bytes + at, (size_t)(n - at < UNIT ? n - at : UNIT), out);
  if (!n)
    return i;
  image_free(i);
  return NULL;
}

/* Finds the bytes from the first to the last that differ. */
static struct event_run differing(const struct image_walk *w, size_t n,
                                  const unsigned char *before) {
  size_t from = 0, to = n;
  while (from < n && w->bytes[from] == before[from])
    from++;
  while (to > from && w->bytes[to - 1] == before[to - 1])
    to--;
  return walk_place(w, from, to);
}

int image_compare(const struct image *i, struct event_run *changed) {
  struct image_walk w;
  int64_t n;
  const unsigned char *before = i->content;
  w.image = i;
  w.run = 0;
  w.block = w.at = 0;
  while ((n = walk_on(&w)) > 0)
    for (int64_t at = 0; at < n; at += UNIT) {
      unsigned char now[UNIT];
      size_t bytes = (size_t)(n - at < UNIT ? n - at : UNIT);
      size_t length = essence(i, w.bytes + at, bytes, now);
      if (memcmp(now, before, length)) {
        *changed = i->copied ? differing(&w, (size_t)n, before)
                             : walk_place(&w, (size_t)at, (size_t)at + bytes);
        return 1;
      }
      before += length;
    }
  return 0;
}
