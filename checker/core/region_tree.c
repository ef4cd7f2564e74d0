#include "region_tree.h"

static int by_base(const struct attached_region *a, const struct attached_region *b) {
  if (a->memory.base != b->memory.base)
    return a->memory.base < b->memory.base ? -1 : 1;
  if (a->past.from != b->past.from)
    return a->past.from > b->past.from ? -1 : 1;
  return 0;
}

RB_GENERATE_INTERNAL(region_tree, attached_region, node, by_base,
                     static __attribute__((unused)))

/* The macros of tree.h know no constant trees. */
static struct region_tree *tree_of(const struct window *w) {
  return (struct region_tree *)&w->regions;
}

void region_insert(struct window *w, struct attached_region *r) {
  RB_INSERT(region_tree, &w->regions, r);
}

void region_take_out(struct window *w, struct attached_region *r) {
  RB_REMOVE(region_tree, &w->regions, r);
}

struct attached_region *region_place(const struct window *w, uint64_t base) {
  struct attached_region key = {.memory = {.base = base}, .past = {.from = UINT64_MAX}};
  return RB_NFIND(region_tree, tree_of(w), &key);
}

struct attached_region *region_next(struct attached_region *r) {
  return RB_NEXT(region_tree, , r);
}

struct attached_region *region_before(const struct window *w, struct attached_region *r) {
  return r ? RB_PREV(region_tree, , r) : RB_MAX(region_tree, tree_of(w));
}

struct attached_region *region_first(const struct window *w) {
  return RB_MIN(region_tree, tree_of(w));
}

struct attached_region *region_reaching(const struct window *w, int64_t lo) {
  if (w->regions_mixed)
    return region_first(w);
  struct attached_region *r = region_place(w, lo < 0 ? 0 : (uint64_t)lo);
  struct attached_region *before = region_before(w, r);
  return before ? before : r;
}
