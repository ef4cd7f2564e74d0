#include "parts_overlap.h"
#include <stdlib.h>
#include "include/hash.h"
#include "interpose/base/scratch.h"

struct part_span {
  int64_t lo, hi;
  int i;            /* of the part */
  int is_described; /* `data` is set */
  struct event_data data;
};

/* What a thread knows: parts that were found to lie apart, by their hash, and how much it has
 * spent on comparing parts that are not blocks of bytes. Only a pointer, because a library that
 * is loaded late has little room for thread-local variables. */
#define PLACES 16
#define STEPS_MOST (1 << 22)
static __thread struct known_parts {
  uint64_t apart[PLACES];
  int64_t spent;
} * known;

static int bounds(const struct type_part *p, struct part_span *s) {
  s->lo = s->hi = 0;
  if (p->count > 0)
    type_bounds(&s->lo, &s->hi, p->address, p->count, p->type);
  return s->lo != s->hi;
}

/* Each part is after all those before it, or before them. */
static int follow(const struct type_part *part, int n) {
  struct part_span s, all = {.lo = 0, .hi = 0};
  for (int i = 0; i < n; i++) {
    if (!bounds(&part[i], &s))
      continue;
    int is_first = all.lo == all.hi, is_after = s.lo >= all.hi;
    if (!is_first && !is_after && s.hi > all.lo)
      return 0;
    all.lo = is_first || !is_after ? s.lo : all.lo;
    all.hi = is_first || is_after ? s.hi : all.hi;
  }
  return 1;
}

/* Counted from the lowest place, because programs may have another buffer for each call. Never
 * 0. */
static uint64_t hash(const struct type_part *part, int n) {
  uint64_t h = hash_mix((uint64_t)n, type_changes), lowest = UINT64_MAX;
  for (int i = 0; i < n; i++)
    if (part[i].count > 0 && part[i].address < lowest)
      lowest = part[i].address;
  for (int i = 0; i < n; i++) {
    h = hash_mix(h, part[i].count > 0 ? (uint64_t)part[i].count : 0);
    h = hash_mix(h, part[i].count > 0 ? part[i].address - lowest : 0);
    h = hash_mix(h, part[i].count > 0 ? (uint64_t)(uintptr_t)part[i].type : 0);
  }
  return h ? h : 1;
}

static int by_lo(const void *x, const void *y) {
  const struct part_span *a = x, *b = y;
  return a->lo != b->lo ? (a->lo < b->lo ? -1 : 1) : a->i - b->i;
}

static const struct event_data *data_of(const struct type_part *part, struct part_span *s) {
  const struct type_part *p = &part[s->i];
  if (!s->is_described)
    type_describe(&s->data, p->address, p->count, p->type);
  s->is_described = 1;
  return &s->data;
}

static int share(const struct type_part *part, struct part_span *s, struct part_span *t) {
  const struct event_data *a = data_of(part, s), *b = data_of(part, t);
  if ((a->runs || b->runs) && known->spent > STEPS_MOST)
    return 0;
  known->spent += (a->runs ? a->runs : 1) * (int64_t)(b->runs ? b->runs : 1);
  return type_intersect(a, b);
}

static int find(const struct type_part *part, struct part_span *s, int n, int found[2]) {
  for (int i = 0; i < n; i++)
    for (int k = i + 1; k < n && s[k].lo < s[i].hi; k++)
      if (share(part, &s[i], &s[k])) {
        int is_first = s[i].i < s[k].i;
        found[0] = is_first ? s[i].i : s[k].i;
        found[1] = is_first ? s[k].i : s[i].i;
        return 1;
      }
  return 0;
}

int parts_overlap(const struct type_part *part, int n, int found[2]) {
  if (follow(part, n) || (!known && !(known = calloc(1, sizeof *known))))
    return 0;
  uint64_t h = hash(part, n);
  if (known->apart[h % PLACES] == h)
    return 0;
  struct part_span *s = scratch_take((size_t)n * sizeof *s);
  int spans = 0;
  for (int i = 0; s && i < n; i++)
    if (bounds(&part[i], &s[spans])) {
      s[spans].i = i;
      s[spans++].is_described = 0;
    }
  if (s)
    qsort(s, (size_t)spans, sizeof *s, by_lo);
  if (s && find(part, s, spans, found))
    return 1;
  known->apart[h % PLACES] = h;
  return 0;
}
