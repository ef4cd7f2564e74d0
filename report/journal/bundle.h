/* bundle.h: the findings of several ranks as one set, before anything is looked up for them.
 *
 * Two findings are equal if they are of one world and their identities are (identity.h); a
 * place is the frames of a stack. Of equal ones the bundle has the record of the first, the
 * number of all, and the set of ranks; so what is in a bundle does not depend on the order in
 * which findings come or bundles are joined. Equal stacks of several ranks are the same object
 * (frames.h).
 *
 * As text, which is how bundles are handed on and what rank 0's journal has once all ranks have
 * been merged, a bundle is JSON lines with members in this order:
 *   merged-stack  {id, frames}
 *   merged        {kind, world, first, number, count, definite, ranks, stacks, finding}
 *   merged-end    {findings}; always the last line
 * kind: a hash of slug, flavour and calls; world: 0, or the place of the first rank of its
 * world; first, number: the rank that met it first, and where in its journal; definite: 0 or 1;
 * ranks: a text of rankset.h; stacks: an id for each location, 0 if not known; finding: as in
 * that journal (journal.h).
 *
 * Plain C without JSON: it runs inside MPI processes too. Memory: what is different, not what
 * was found. Cost of adding: that of a hash lookup. */
#ifndef FENCEPOST_BUNDLE_H
#define FENCEPOST_BUNDLE_H

#include <stdint.h>
#include <stdio.h>

#include "frames.h"
#include "rankset.h"

#define BUNDLE_LOCATIONS 8 /* locations beyond this number do not make findings different */

struct bundle_item {
  struct bundle_key { /* what makes findings equal; set to zeros before it is filled */
    uint64_t kind[2]; /* identity_kind */
    size_t world;
    size_t locations;
    struct frames *stack[BUNDLE_LOCATIONS]; /* NULL: not known */
  } key;
  size_t first;
  int64_t number, count;
  int definite;         /* it certainly happened at some rank */
  struct rankset ranks; /* that are to blame */
  char *finding;        /* the record of `first`, as text, n bytes and a NUL */
  size_t n;
};

struct bundle;

/* `frames` is borrowed and must outlive the bundle. Returns NULL when memory runs out. */
struct bundle *bundle_new(struct frames **frames);
void bundle_free(struct bundle *b);

/* Joins an item to the one that is equal, or adds it. What is passed stays the caller's.
 * Returns the item in the bundle, NULL when memory runs out. */
struct bundle_item *bundle_add(struct bundle *b, const struct bundle_item *item);
/* Returns the item that is equal, NULL if there is none. */
const struct bundle_item *bundle_find(const struct bundle *b, const struct bundle_key *key);
/* Joins all of `other`; `base` is added to world and first. Returns -1 when memory runs out. */
int bundle_join(struct bundle *b, const struct bundle *other, size_t base);

/* Writes the bundle. Returns -1 when that fails. */
int bundle_write(const struct bundle *b, FILE *out);
/* Joins what bundle_write has written. Lines that belong to no bundle are skipped. Returns 1 if
 * the text is not whole (a part may have been joined), -1 when memory runs out. */
int bundle_read(struct bundle *b, FILE *in);

/* Returns about how many bytes all its items take. */
size_t bundle_size(const struct bundle *b);

/* Returns the items by the place where they were met first. The array belongs to the caller,
 * but not what it points to. NULL when memory runs out. */
const struct bundle_item **bundle_items(const struct bundle *b, size_t *n);

#endif
