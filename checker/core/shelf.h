/* shelf.h: past accesses sorted by address, so that those that share bytes with another access
 * are found quickly. */
#ifndef FENCEPOST_SHELF_H
#define FENCEPOST_SHELF_H

#include <bsd/sys/tree.h>
#include <stddef.h>
#include <stdint.h>

struct access;
struct check;

RB_HEAD(shelf_tree, access);
struct shelf {
  struct shelf_tree tree;
  size_t count;
  uint64_t bytes;
};

/* What conflicts are counted by. */
struct line {
  int32_t rank;
  uint32_t stack;
  uint16_t call, tainted;
};

/* The lines of the accesses on all shelves, each with a bit of its own while it has any. Lines
 * that find no place share LINE_OTHERS. */
#define LINE_OTHERS 63
struct access_lines {
  struct line line[LINE_OTHERS];
  uint64_t count[LINE_OTHERS + 1]; /* accesses on shelves */
};

/* Past accesses. */
struct shelves {
  struct shelf local[2], remote[2]; /* see access.h; [0] reads, [1] updates */
  struct shelf shared; /* loads and stores of other processes in this process's shared memory */
  struct access_lines lines;
  uint64_t age; /* number of accesses that were ever put on shelves */
};

void shelf_add(struct check *c, struct shelf *s, struct access *a);
void shelf_widen(struct access *a);
void shelf_remove(struct check *c, struct shelf *s, struct access *a);
/* Calls `each` for the accesses whose bounds meet the bytes from lo to hi. */
void shelf_each(const struct shelf *s, int64_t lo, int64_t hi, void *context,
                void (*each)(void *context, struct access *a));
/* The same, but skips subtrees that the thread in the slot has ended alone. */
void shelf_of_others(const struct shelf *s, int64_t lo, int64_t hi, unsigned slot,
                     void *context, void (*each)(void *context, struct access *a));
int shelf_touched(const struct shelf *s, int64_t lo, int64_t hi); /* by some of them */
/* Frees the accesses for which `old` returns 1. */
void shelf_remove_if(struct check *c, struct shelf *s, const void *context,
                     int (*old)(struct check *c, struct access *a, const void *context));
/* Returns a later access on the shelf that differs from `a` in its time only; NULL: none is
 * known. */
struct access *shelf_follower(struct access *a);
/* Returns the newest access on the shelf of the same thread, kind and first byte as `a`, which
 * is not on it; NULL: there is none. */
struct access *shelf_newest(const struct shelf *s, struct access *a);
/* The same for the newest of those that are older than `a`, which is on it. */
struct access *shelf_older(struct access *a);
/* Like shelf_each, but skips subtrees that hold nothing of interest. If two accesses are of one
 * kind (same place, window, operation, lock), everything between them is of that kind, too, and
 * sorted by rank and then by end: `harmless` decides by these two whether a subtree between
 * them can be skipped. `apart` decides so about a subtree that has no byte from near_lo to
 * near_hi. */
typedef int shelf_harmless(void *context, const struct access *first, const struct access *last,
                           const struct access *subtree);
struct visit {
  int64_t lo, hi;
  void *context;
  void (*each)(void *context, struct access *a);
  shelf_harmless *harmless; /* or NULL */
  int64_t near_lo, near_hi;
  int (*apart)(void *context, const struct access *subtree); /* or NULL */
  uint64_t threads; /* subtrees without any of these are skipped; 0: none are */
};
void shelf_some(const struct shelf *s, const struct visit *v);
void shelf_clear(struct check *c);

#endif
