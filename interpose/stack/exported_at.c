#define _GNU_SOURCE
#include "exported_at.h"
#include <dlfcn.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include "interpose/base/unloads.h"
#include "exports.h"

#define LARGE 4096 /* symbols */
#define INDEXES 32 /* objects; when there are more, the one that was made first goes */
#define EACH 4     /* symbols in a bucket, on average */

/* The symbols of a large object in buckets by their addresses. */
struct symbol_index {
  const struct link_map *object; /* NULL: none */
  unsigned unloads;              /* value of code_unloads() when it was made */
  ElfW(Addr) lo, hi;             /* all begin from lo on, and before hi */
  ElfW(Xword) longest;
  unsigned shift;  /* a bucket has the symbols of so many bytes, as a power of two */
  uint32_t *begin; /* by bucket, and one more: where its symbols begin in `symbol` */
  uint32_t *symbol;
};

static struct symbol_index indexes[INDEXES];
static unsigned index_next;

static int counts(const struct exports *e, const ElfW(Sym) * s) {
  return s->st_shndx != SHN_UNDEF && s->st_shndx != SHN_ABS && s->st_name < e->names_size &&
         ELF64_ST_TYPE(s->st_info) != STT_TLS && s->st_value < UINTPTR_MAX;
}

static int covers(const ElfW(Sym) * s, uintptr_t offset) {
  return s->st_size ? offset - s->st_value < s->st_size : offset == s->st_value;
}

static const ElfW(Sym) * better(const ElfW(Sym) * best, const ElfW(Sym) * s, uintptr_t offset) {
  return covers(s, offset) && (!best || s->st_value > best->st_value) ? s : best;
}

static uint32_t bucket_of(const struct symbol_index *x, ElfW(Addr) value) {
  return (uint32_t)((value - x->lo) >> x->shift);
}

/* Returns how many symbols there are. */
static uint32_t measure(struct symbol_index *x, const struct exports *e, uint32_t first,
                        uint32_t end) {
  uint32_t n = 0;
  x->lo = UINTPTR_MAX;
  for (uint32_t i = first; i < end; i++) {
    const ElfW(Sym) *s = &e->symbols[i];
    if (!counts(e, s))
      continue;
    n++;
    x->lo = s->st_value < x->lo ? s->st_value : x->lo;
    x->hi = s->st_value + 1 > x->hi ? s->st_value + 1 : x->hi;
    x->longest = s->st_size > x->longest ? s->st_size : x->longest;
  }
  while (n && (x->hi - x->lo) >> x->shift > n / EACH)
    x->shift++;
  return n;
}

static int index_make(struct symbol_index *x, const struct exports *e, uint32_t first,
                      uint32_t end) {
  uint32_t n = measure(x, e, first, end), buckets = n ? bucket_of(x, x->hi - 1) + 1 : 0;
  x->begin = calloc((size_t)buckets + 2, sizeof *x->begin);
  x->symbol = calloc((size_t)n + 1, sizeof *x->symbol);
  if (!x->begin || !x->symbol)
    return 0;
  /* Counted two places further on, so that filling a bucket moves its begin, one place further
   * on, to where the next one begins. */
  for (uint32_t i = first; i < end; i++)
    if (counts(e, &e->symbols[i]))
      x->begin[bucket_of(x, e->symbols[i].st_value) + 2]++;
  for (uint32_t b = 2; b <= buckets; b++)
    x->begin[b] += x->begin[b - 1];
  for (uint32_t i = first; i < end; i++)
    if (counts(e, &e->symbols[i]))
      x->symbol[x->begin[bucket_of(x, e->symbols[i].st_value) + 1]++] = i;
  return 1;
}

static void index_drop(struct symbol_index *x) {
  free(x->begin);
  free(x->symbol);
  *x = (struct symbol_index){0};
}

static const struct symbol_index *index_known(const struct link_map *object) {
  for (int i = 0; i < INDEXES; i++)
    if (indexes[i].object == object && indexes[i].unloads == code_unloads())
      return &indexes[i];
  return NULL;
}

static const struct symbol_index *index_new(const struct link_map *object,
                                            const struct exports *e, uint32_t first,
                                            uint32_t end) {
  struct symbol_index *x = &indexes[index_next++ % INDEXES];
  index_drop(x);
  if (!index_make(x, e, first, end)) {
    index_drop(x);
    return NULL;
  }
  x->object = object;
  x->unloads = code_unloads();
  return x;
}

/* The nearest one that begins before the offset may end before it, and a longer one begin
 * further away. */
static const ElfW(Sym) *
    find(const struct symbol_index *x, const struct exports *e, uintptr_t offset) {
  const ElfW(Sym) *best = NULL;
  if (offset < x->lo)
    return NULL;
  uint32_t b = bucket_of(x, offset < x->hi ? offset : x->hi - 1) + 1;
  while (b-- && !best) {
    for (uint32_t i = x->begin[b]; i < x->begin[b + 1]; i++)
      best = better(best, &e->symbols[x->symbol[i]], offset);
    if (x->lo + ((uintptr_t)b << x->shift) + x->longest <= offset)
      break;
  }
  return best;
}

const char *exported_at(uintptr_t address) {
  struct dl_find_object found;
  if (_dl_find_object((void *)address, &found))
    return NULL;
  const struct link_map *object = found.dlfo_link_map;
  struct exports e = exports_of(object);
  uintptr_t offset = address - object->l_addr;
  const struct symbol_index *x = index_known(object);
  uint32_t first = 0, end = x ? 0 : exports_end(&e, &first);
  if (!x && end > first + LARGE)
    x = index_new(object, &e, first, end);
  const ElfW(Sym) *best = x ? find(x, &e, offset) : NULL;
  for (uint32_t i = first; !x && i < end; i++)
    if (counts(&e, &e.symbols[i]))
      best = better(best, &e.symbols[i], offset);
  return best ? e.names + best->st_name : NULL;
}
