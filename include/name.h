/* name.h: numbers that name the sends to one rank under one key, in the process and in its
 * journal (record `hang`, `sent`). No state, no errors. */
#ifndef FENCEPOST_NAME_H
#define FENCEPOST_NAME_H

#include <stdint.h>

static inline uint64_t name_mix(uint64_t h) {
  h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
  h = (h ^ h >> 27) * 0x94d049bb133111ebu;
  return h ^ h >> 31;
}

/* Never 0. */
static inline uint64_t name_of_sends(uint64_t key, int32_t rank) {
  return name_mix(key + (uint64_t)rank) | 1;
}

#endif
