/* hash.h: uthash with a hash function that is cheap for short keys (handles, ranks, ids). If
 * there is no memory for a table to grow, HASH_ADD leaves `hh.tbl` NULL, which tells the
 * caller. */
#ifndef FENCEPOST_HASH_H
#define FENCEPOST_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline unsigned hash_of(const void *key, size_t n) {
  const unsigned char *from = key;
  uint64_t h = n, x;
  for (; n; from += sizeof x) {
    size_t part = n < sizeof x ? n : sizeof x;
    x = 0;
    memcpy(&x, from, part);
    h = (h ^ x) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
    n -= part;
  }
  return (unsigned)h;
}

#define HASH_NONFATAL_OOM 1
#define HASH_FUNCTION(key, n, hash) ((hash) = hash_of(key, n))
#include <uthash.h>

#endif
