#include "path_tree.h"
#include <stdlib.h>
#include <string.h>

static struct path_part **head_of(struct path_tree *t, const struct path_part *p) {
  return p->before ? &t->others[path_tree_after(p->before, p->value)]
                   : &t->innermost[path_tree_place(p->path->caller ^ p->path->sp)];
}

static struct path_part *innermost(const struct path_tree *t, const struct path *of) {
  struct path_part *p = t->innermost[path_tree_place(of->caller ^ of->sp)];
  while (p && (p->path->caller != of->caller || p->path->sp != of->sp || p->path->ip != of->ip))
    p = p->next;
  return p;
}

static void put(struct path_tree *t, struct path_part *p) {
  struct path_part **head = head_of(t, p);
  p->next = *head;
  *head = p;
}

static void take_out(struct path_tree *t, struct path_part *p) {
  struct path_part **at = head_of(t, p);
  while (*at != p)
    at = &(*at)->next;
  *at = p->next;
}

/* Makes `inner` the part of `p` that ends before the slot `at`, and `p` the rest. What goes on
 * behind `p` stays as it is. */
static void divide(struct path_tree *t, struct path_part *p, struct path_part *inner,
                   const struct slot *at) {
  take_out(t, p);
  *inner = *p;
  inner->end = at;
  inner->id = 0;
  put(t, inner);
  p->before = inner;
  p->slot = at;
  p->value = at->value;
  put(t, p);
}

/* Returns the part behind which, or in which at slot *from of its own path, the path has slots
 * of its own. NULL: it has none, or another path ends there. */
static struct path_part *fork_of(struct path_tree *t, const struct path *p,
                                 struct path_part *part, int *from) {
  int at = 0;
  for (;;) {
    const struct slot *other = part->path->slot;
    while (&other[at] < part->end && at < p->slots && other[at].at == p->slot[at].at &&
           other[at].value == p->slot[at].value)
      at++;
    /* The place of the next slot follows from those before it. */
    if (at == p->slots || at == part->path->slots || other[at].at != p->slot[at].at)
      return NULL;
    struct path_part *more =
        &other[at] == part->end ? path_tree_goes_on(t, part, p->slot[at].value) : NULL;
    *from = at;
    if (!more)
      return part;
    part = more;
  }
}

void path_tree_add(struct path_tree *t, struct path *p) {
  struct path_part *part = innermost(t, p);
  int from = 0;
  if (part && !(part = fork_of(t, p, part, &from))) {
    free(p);
    return;
  }
  if (part && &part->path->slot[from] < part->end) {
    divide(t, part, &p->inner, &part->path->slot[from]);
    part = &p->inner;
  }
  p->own = (struct path_part){.before = part,
                              .path = p,
                              .slot = &p->slot[from],
                              .end = &p->slot[p->slots],
                              .value = part ? p->slot[from].value : 0,
                              .id = p->id};
  put(t, &p->own);
  p->next = t->all;
  t->all = p;
  t->count++;
}

void path_tree_clear(struct path_tree *t) {
  while (t->all) {
    struct path *p = t->all;
    t->all = p->next;
    free(p);
  }
  memset(t, 0, sizeof *t);
}
