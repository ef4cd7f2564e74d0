/* path_tree.h: the stacks from which a thread has called MPI, found by what its stack contains
 * now.
 *
 * A path names the registers and, innermost first, the places on the stack that had to have
 * certain values for its walk; each place follows from the values before. So paths with the
 * same registers form a tree: those with the same inner callers have these in common. Finding
 * one compares each value once and looks in a table at each fork, however many stacks lead to
 * one line. */
#ifndef FENCEPOST_PATH_TREE_H
#define FENCEPOST_PATH_TREE_H

#include <stdint.h>
#include "interpose/base/thread.h"

#define PATH_TREE_BITS 14

struct slot {
  const uint64_t *at;
  uint64_t value;
};

/* Slots of a path from `slot` up to `end`, which others may have in common. If the path goes on
 * behind them, other ways begin there, too. */
struct path_part {
  struct path_part *next;         /* of those with the same place in the table */
  const struct path_part *before; /* NULL: it is the innermost, known by the registers */
  const struct path *path;
  const struct slot *slot, *end;
  uint64_t value; /* of the first slot; not of the innermost part, which may have none */
  uint32_t id;    /* 0: the path goes on */
};

struct path {
  struct path *next; /* of the tree */
  uint64_t caller, ip, sp;
  uint32_t id;
  int slots;
  struct path_part own;   /* what no other path has */
  struct path_part inner; /* of a part that it has divided, the part up to the fork */
  struct slot slot[];
};

/* Begins as zeros. */
struct path_tree {
  struct path *all;
  int count;
  struct path_part *innermost[1 << PATH_TREE_BITS], *others[1 << PATH_TREE_BITS];
};

static inline unsigned path_tree_place(uint64_t key) {
  return (unsigned)(key * 0x9e3779b97f4a7c15u >> (64 - PATH_TREE_BITS));
}

static inline unsigned path_tree_after(const struct path_part *before, uint64_t value) {
  return path_tree_place((uintptr_t)before + value * 0xff51afd7ed558ccdu);
}

/* The part that goes on at the end of another one with this value. */
static inline struct path_part *
path_tree_goes_on(const struct path_tree *t, const struct path_part *before, uint64_t value) {
  struct path_part *p = t->others[path_tree_after(before, value)];
  while (p && (p->before != before || p->value != value))
    p = p->next;
  return p;
}

/* Returns the id of the path that the thread's stack is now; 0: it is none of these. Compares
 * in this order because only slots found equal prove that the next one is still a slot. */
static inline uint32_t path_tree_find(const struct path_tree *t, const struct thread *thread) {
  uint64_t caller = thread->registers[REG_CALLER], sp = thread->registers[REG_SP];
  const struct path_part *p = t->innermost[path_tree_place(caller ^ sp)];
  while (p && (p->path->caller != caller || p->path->sp != sp ||
               p->path->ip != thread->registers[REG_IP]))
    p = p->next;
  const struct slot *s = p ? p->slot : NULL;
  while (p) {
    const struct slot *end = p->end;
    for (; s < end; s++)
      if (*s->at != s->value)
        return 0;
    if (p->id)
      return p->id;
    p = path_tree_goes_on(t, p, *end->at);
    s = p ? p->slot + 1 : NULL; /* the first is equal */
  }
  return 0;
}

/* Takes over the path, which malloc has made, with its id (not 0), registers and slots set. It
 * is freed if it is there, or begins or ends like one that is. */
void path_tree_add(struct path_tree *t, struct path *p);
void path_tree_clear(struct path_tree *t);

#endif
