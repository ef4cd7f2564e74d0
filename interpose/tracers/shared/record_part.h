/* record_part.h: what record.c and record_end.c share. */
#ifndef FENCEPOST_RECORD_PART_H
#define FENCEPOST_RECORD_PART_H

#include "record.h"

/* How far a run got: what was put into leaves at once need not be kept otherwise. */
enum { RUN_NONE, RUN_HELD, RUN_FIRST_IN_LEAF, RUN_TWO_IN_LEAF };

struct recorder *record_first(void);
int record_is_own(const struct recorder *r); /* the calling thread's */
struct record_item run_item(const struct hooks_run *run);
struct record_item item_plain(struct record_item i);
/* `b` adds nothing to `a`, which begins no later, or goes on where it ends: then `a` is both.
 */
int item_joins(struct record_item *a, const struct record_item *b);
/* Sorts by place and address, joins; returns how many are left. */
size_t items_join(struct record_item *item, size_t n);

/* What is at an address now, read by the kernel; 0 if nothing is, or it is more than 8 bytes.
 */
uint64_t record_value(uintptr_t at, size_t size);

#define POLLED 8 /* locations, at most */
/* What a segment polls. */
struct polled {
  uintptr_t at[POLLED];
  int how[POLLED]; /* RECORD_POLLS... */
  int count;
};

/* Whether a site did nothing but poll one element. The caller holds the recorder's lock. */
int poll_is(const struct recorder *r, uint32_t site);
/* Marks as held the looks that the segment which follows may go on with: not those of an
 * element that the segment stores to, whose values are the thread's own in part. */
void poll_hold(const struct recorder *r, record_held *held);
/* Finds all, and keeps what the next segment may look at again. */
void poll_find(struct polled *p, struct recorder *r);
/* RECORD_POLLS... of what a site has accessed, or 0. */
int poll_of(const struct polled *p, uint32_t site, const struct record_item *all);

#endif
