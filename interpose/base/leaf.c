#define _GNU_SOURCE
#include "leaf.h"
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096ul
#define AT_ONCE 13 /* leaves: 64 KiB */

static size_t with_guards(size_t bytes) {
  return ((bytes + PAGE - 1) & ~(PAGE - 1)) + 2 * PAGE;
}

static void give(void *pages, size_t bytes) {
  munmap((char *)pages - PAGE, with_guards(bytes));
}

/* It lies between pages that nobody may access. So a program that writes beyond its own memory
 * faults instead of changing ours unseen. */
void *pages_grow(void *old, size_t bytes, size_t more) {
  size_t all = with_guards(more);
  char *around = mmap(NULL, all, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (around == MAP_FAILED)
    return NULL;
  char *new = around + PAGE;
  if (mprotect(new, all - 2 * PAGE, PROT_READ | PROT_WRITE)) {
    munmap(around, all);
    return NULL;
  }
  if (old) {
    memcpy(new, old, bytes);
    give(old, bytes);
  }
  return new;
}

static size_t place_of(const struct leaves *l, uint64_t page) {
  return (size_t)((page * 0x9e3779b97f4a7c15u) >> 20) & (l->room - 1);
}

static void put(struct leaves *l, struct hooks_leaf *leaf) {
  size_t i = place_of(l, leaf->page);
  while (l->table[i])
    i = (i + 1) & (l->room - 1);
  l->table[i] = leaf;
}

static int widen(struct leaves *l) {
  size_t room = l->room ? 2 * l->room : 512;
  struct hooks_leaf **table = pages_grow(NULL, 0, room * sizeof *table);
  if (!table)
    return 0;
  if (l->table)
    give(l->table, l->room * sizeof *table);
  l->bytes += (room - l->room) * sizeof *table;
  l->table = table;
  l->room = room;
  for (struct hooks_leaf *leaf = l->used; leaf; leaf = leaf->next)
    put(l, leaf);
  return 1;
}

static int supply(struct leaves *l) {
  size_t bytes = AT_ONCE * sizeof(struct hooks_leaf);
  if (l->most && l->bytes + bytes > l->most)
    return 0;
  struct hooks_leaf *leaf = pages_grow(NULL, 0, bytes);
  if (!leaf)
    return 0;
  l->bytes += bytes;
  for (int i = 0; i < AT_ONCE; i++) {
    leaf[i].next = l->spare;
    l->spare = &leaf[i];
  }
  return 1;
}

static struct hooks_leaf *leaf_new(struct leaves *l, uint64_t page) {
  if ((2 * (l->count + 1) > l->room && !widen(l)) || (!l->spare && !supply(l)))
    return NULL;
  struct hooks_leaf *leaf = l->spare;
  l->spare = leaf->next;
  memset(leaf->bits, 0, sizeof leaf->bits);
  leaf->page = page;
  leaf->next = l->used;
  l->used = leaf;
  l->count++;
  put(l, leaf);
  return leaf;
}

static struct hooks_leaf *leaf_get(struct leaves *l, uint64_t page) {
  if (l->recent && l->recent->page == page)
    return l->recent;
  if (l->room)
    for (size_t i = place_of(l, page); l->table[i]; i = (i + 1) & (l->room - 1))
      if (l->table[i]->page == page)
        return l->recent = l->table[i];
  struct hooks_leaf *leaf = leaf_new(l, page);
  l->recent = leaf ? leaf : l->recent;
  return leaf;
}

static struct leaf_mixed *mixed_at(const struct leaves *l, uint16_t first, uint16_t last) {
  return &l->mixed[(size_t)(first & ~LEAF_MIXED) << 16 | last];
}

/* Gives a granule an entry. */
static struct leaf_mixed *mix(struct leaves *l, uint16_t *first, uint16_t *last) {
  if (l->mixed_count == l->mixed_room) {
    size_t room = l->mixed_room ? 2 * l->mixed_room : 128, size = sizeof *l->mixed;
    if (room > (size_t)LEAF_MIXED << 16 ||
        (l->most && l->bytes + (room - l->mixed_room) * size > l->most))
      return NULL;
    void *more = pages_grow(l->mixed, l->mixed_room * size, room * size);
    if (!more)
      return NULL;
    l->bytes += (room - l->mixed_room) * size;
    l->mixed = more;
    l->mixed_room = room;
  }
  size_t n = l->mixed_count++;
  struct leaf_mixed *m = &l->mixed[n];
  for (int i = 0; i < 8; i++) {
    m->first[i] = *first;
    m->last[i] = *last;
  }
  *first = (uint16_t)(LEAF_MIXED | n >> 16);
  *last = (uint16_t)n;
  return m;
}

static void note_mixed(struct leaf_mixed *m, uint8_t had, uint8_t mask, uint16_t place) {
  for (int i = 0; i < 8; i++) {
    if (!(mask >> i & 1))
      continue;
    if (!(had >> i & 1))
      m->first[i] = place;
    m->last[i] = place;
  }
}

static int note(struct leaves *l, struct hooks_leaf *leaf, int store, unsigned granule,
                uint8_t mask, uint16_t place) {
  uint8_t *bits = &leaf->bits[store][granule], had = *bits;
  uint16_t *first = &leaf->first[store][granule], *last = &leaf->last[store][granule];
  if (!had) {
    *first = *last = place;
  } else if (*first & LEAF_MIXED) {
    note_mixed(mixed_at(l, *first, *last), had, mask, place);
  } else if (had == mask || (!(had & ~mask) && *first == place)) {
    *last = place;
  } else if (*first != place || *last != place) {
    struct leaf_mixed *m = mix(l, first, last);
    if (!m)
      return 0;
    note_mixed(m, had, mask, place);
  }
  *bits = had | mask;
  return 1;
}

int leaves_add(struct leaves *l, int store, uint16_t place, uintptr_t at, size_t size) {
  int ok = 1;
  for (uintptr_t end = at + size; at < end;) {
    struct hooks_leaf *leaf = leaf_get(l, at / LEAF_BYTES);
    unsigned offset = at & 7, n = 8 - offset;
    if (n > end - at)
      n = (unsigned)(end - at);
    uint8_t mask = (uint8_t)(((1u << n) - 1) << offset);
    if (!leaf || !note(l, leaf, store, (unsigned)(at % LEAF_BYTES / 8), mask, place))
      ok = 0;
    at += n;
  }
  return ok;
}

void leaves_part(struct leaves *l, int store, uintptr_t at, size_t size) {
  for (uintptr_t end = at + size; at < end; at = (at | 7) + 1) {
    struct hooks_leaf *leaf = leaf_get(l, at / LEAF_BYTES);
    size_t granule = at % LEAF_BYTES / 8;
    uint16_t *first = leaf ? &leaf->first[store][granule] : NULL;
    if (first && leaf->bits[store][granule] && !(*first & LEAF_MIXED))
      mix(l, first, &leaf->last[store][granule]);
  }
}

/* The stretch of bytes that is being put together. */
struct stretch {
  void *context;
  void (*each)(void *context, int store, uint16_t place, uintptr_t lo, uintptr_t hi);
  int store;
  uint16_t place;
  uintptr_t lo, hi;
};

static void stretch_end(struct stretch *s) {
  if (s->lo < s->hi)
    s->each(s->context, s->store, s->place, s->lo, s->hi);
  s->lo = s->hi = 0;
}

static void stretch_add(struct stretch *s, uint16_t place, uintptr_t lo, uintptr_t hi) {
  if (s->lo == s->hi || s->hi != lo || s->place != place) {
    stretch_end(s);
    s->lo = lo;
    s->place = place;
  }
  s->hi = hi;
}

/* With `later`, adds the place of the last access where it differs from that of the first. */
static void each_granule(const struct leaves *l, const struct hooks_leaf *leaf, unsigned g,
                         int later, struct stretch *s) {
  uint8_t bits = leaf->bits[s->store][g];
  uint16_t first = leaf->first[s->store][g], last = leaf->last[s->store][g];
  uintptr_t at = leaf->page * LEAF_BYTES + 8ul * g;
  const struct leaf_mixed *m = first & LEAF_MIXED ? mixed_at(l, first, last) : NULL;
  if (bits == 0xff && !m) {
    if (!later || first != last)
      stretch_add(s, later ? last : first, at, at + 8);
    return;
  }
  for (unsigned i = 0; i < 8; i++) {
    uint16_t one = m ? m->first[i] : first, other = m ? m->last[i] : last;
    if ((bits >> i & 1) && (!later || one != other))
      stretch_add(s, later ? other : one, at + i, at + i + 1);
  }
}

const struct hooks_leaf *leaves_each(const struct leaves *l, const struct hooks_leaf *from,
                                     int most, void *context,
                                     void (*each)(void *context, int store, uint16_t place,
                                                  uintptr_t lo, uintptr_t hi)) {
  struct stretch s = {context, each, 0, 0, 0, 0};
  const struct hooks_leaf *leaf = from;
  for (; leaf && most-- > 0; leaf = leaf->next)
    for (int pass = 0; pass < 4; pass++) {
      s.store = pass < 2;
      for (unsigned g = 0; g < LEAF_GRANULES; g++)
        if (leaf->bits[s.store][g])
          each_granule(l, leaf, g, pass & 1, &s);
      stretch_end(&s);
    }
  return leaf;
}

void leaves_clear(struct leaves *l) {
  if (!l->count)
    return;
  while (l->used) {
    struct hooks_leaf *leaf = l->used;
    l->used = leaf->next;
    leaf->next = l->spare;
    l->spare = leaf;
  }
  memset(l->table, 0, l->room * sizeof *l->table);
  l->count = l->mixed_count = 0;
  l->recent = NULL;
}
