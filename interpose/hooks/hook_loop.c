/* hook_loop.c: the calls that plug-ins (gcc_loops.cc, clang_hooks.cc) put before a loop, each
 * for an instruction of it: all that the instruction will load or store, `count` times at a
 * distance of `stride`. */
#include "hook_table.h"

#define LOOK_MOST 8 /* bytes of an element that may be looked at */

TELLS void __fencepost_loads(void *p, intptr_t stride, size_t count, size_t size);
TELLS void __fencepost_stores(void *p, intptr_t stride, size_t count, size_t size);
TELLS void __fencepost_load(void *p, size_t size);
TELLS void __fencepost_store(void *p, size_t size);

static int any_granule(uintptr_t lo, uintptr_t last) {
  uintptr_t g = lo >> HOOKS_SHIFT, end = last >> HOOKS_SHIFT;
  if (end - g >= HOOKS_GRANULES)
    return 1;
  for (; g <= end; g++)
    if (__builtin_expect(__fencepost_filter[g & (HOOKS_GRANULES - 1)], 0))
      return 1;
  return 0;
}

/* Of elements far apart only the granules that they lie in are asked about. */
static int any_far(uintptr_t at, const struct hooks_row *row) {
  if (row->size <= HOOKS_GRANULE) {
    for (size_t i = 0; i < row->count; i++, at += (uintptr_t)row->stride)
      if (__fencepost_filter[HOOKS_PLACE(at)] |
          __fencepost_filter[HOOKS_PLACE(at + row->size - 1)])
        return 1;
    return 0;
  }
  for (size_t i = 0; i < row->count; i++, at += (uintptr_t)row->stride)
    if (any_granule(at, at + row->size - 1))
      return 1;
  return 0;
}

/* What has no gaps is one block, from its lowest address on; rows of a matrix are then blocks
 * at equal distances. A block that is as small as one element could be is none, lest it be
 * taken for one that is looked at again and again. */
static __attribute__((noinline)) void row_tell(uintptr_t at, struct hooks_row row, unsigned how,
                                               uintptr_t pc) {
  if (!row.count)
    return;
  uintptr_t far = at + (uintptr_t)row.stride * (row.count - 1);
  size_t apart = (size_t)(row.stride < 0 ? -row.stride : row.stride);
  uintptr_t lo = row.stride < 0 ? far : at, hi = row.stride < 0 ? at : far;
  if (apart <= HOOKS_GRANULE ? !any_granule(lo, hi + row.size - 1) : !any_far(at, &row))
    return;
  if (apart && apart <= row.size && hi - lo < HOOKS_ROW && hi - lo + row.size > LOOK_MOST) {
    row.size += hi - lo;
    row.count = 1;
    at = lo;
  }
  hooks_track_row(at, pc, how, &row);
}

/* Short loops are many: those that go up and touch two granules at most are asked about here.
 */
#define LOOP(name, how)                                                                        \
  void name(void *p, intptr_t stride, size_t count, size_t size) {                             \
    uintptr_t at = (uintptr_t)p, far = (count - 1) * (uintptr_t)stride + size - 1;             \
    if (((uintptr_t)stride | far) >= HOOKS_GRANULE ||                                          \
        (__fencepost_filter[HOOKS_PLACE(at)] | __fencepost_filter[HOOKS_PLACE(at + far)]))     \
      row_tell(at, (struct hooks_row){stride, count, size}, how, CALLER);                      \
  }
LOOP(__fencepost_loads, HOOKS_LOOP)
LOOP(__fencepost_stores, HOOKS_LOOP | HOOKS_STORE)

/* What several instructions side by side access, all of them before the next call. */
#define BLOCK(name, how)                                                                       \
  void name(void *p, size_t size) {                                                            \
    uintptr_t at = (uintptr_t)p;                                                               \
    if (any_granule(at, at + size - 1))                                                        \
      hooks_track_row(at, CALLER, how, &(struct hooks_row){0, 1, size});                       \
  }
BLOCK(__fencepost_load, HOOKS_LOOP)
BLOCK(__fencepost_store, HOOKS_LOOP | HOOKS_STORE)
