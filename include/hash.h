/* hash.h: uthash with a hash function that is cheap for short keys (handles, ranks, ids). If
 * there is no memory for a table to grow, HASH_ADD leaves `hh.tbl` NULL, which tells the
 * caller. */
#ifndef FENCEPOST_HASH_H
#define FENCEPOST_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t h, uint64_t x) {
  h = (h ^ x) * 0x9e3779b97f4a7c15u;
  return h ^ h >> 32;
}

static inline unsigned hash_of(const void *key, size_t n) {
  const unsigned char *from = key;
  uint64_t h = n, x;
  for (; n >= sizeof x; from += sizeof x, n -= sizeof x) {
    memcpy(&x, from, sizeof x);
    h = hash_mix(h, x);
  }
  x = 0;
  if (n) {
    memcpy(&x, from, n);
    h = hash_mix(h, x);
  }
  return (unsigned)h;
}

#define HASH_NONFATAL_OOM 1
#define HASH_FUNCTION(key, n, hash) ((hash) = hash_of(key, n))
#include <uthash.h>
/* Chains grow to some entries before a table does, and each may be a miss of the cache. */
#undef HASH_BKT_CAPACITY_THRESH
#define HASH_BKT_CAPACITY_THRESH 6U

#endif
