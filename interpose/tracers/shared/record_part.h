/* record_part.h: what record.c and record_end.c share. */
#ifndef FENCEPOST_RECORD_PART_H
#define FENCEPOST_RECORD_PART_H

#include "record.h"

/* How far a run got. A run whose accesses all went into leaves at once need not be kept in
 * another form. */
enum { RUN_NONE, RUN_HELD, RUN_FIRST_IN_LEAF, RUN_TWO_IN_LEAF };

struct recorder *record_first(void);
int record_is_own(const struct recorder *r); /* whether it belongs to the calling thread */
/* What the hooks see of leaves does not count any more. The caller holds the recorder's lock,
 * or nobody uses the recorder. */
static inline void record_unseen(struct recorder *r) {
  __atomic_store_n(&r->hooks.segment, r->hooks.segment + 1, __ATOMIC_RELAXED);
}
#define RENEWALS 256 /* in a segment; with more of them nothing counts as later */
static inline int is_released(const struct recorder *r, uint32_t place) {
  return r->renewed > RENEWALS || place <= r->released;
}
struct record_item run_item(const struct hooks_run *run);
struct record_item item_plain(struct record_item i);
/* Joins `b` to `a` and returns 1 if `b` adds nothing to `a`, which begins no later, or
 * continues it. */
int item_joins(struct record_item *a, const struct record_item *b);
/* Sorts by place and address, joins what can be joined, and returns how many items are left. */
size_t items_join(struct record_item *item, size_t n);

/* Returns the value at an address, read by the kernel; 0 if there is no memory, or it has more
 * than 8 bytes. */
uint64_t record_value(uintptr_t at, size_t size);

#define POLLED 8 /* locations at most */
/* The locations that a segment polls. */
struct polled {
  uintptr_t at[POLLED];
  int how[POLLED]; /* RECORD_POLLS... */
  int count;
};

/* Returns whether a site polled what it has accessed. The caller holds the recorder's lock. */
int poll_is(const struct recorder *r, uint32_t site);
/* Marks as held those looks that the next segment may continue. Looks at an element that the
 * segment stores to are not held, because the thread itself has changed some of the values. */
void poll_hold(const struct recorder *r, record_held *held);
/* Finds all polling loads, and keeps what the next segment may look at again. */
void poll_find(struct polled *p, struct recorder *r);
/* Returns RECORD_POLLS... for the `n` items that a site has accessed, or 0. */
int poll_of(const struct polled *p, uint32_t site, const struct record_item *all, size_t n);

#endif
