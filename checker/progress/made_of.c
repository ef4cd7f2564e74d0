#include "made_of.h"
#include <stdlib.h>
#include <string.h>
#include "include/basic.h"
#include "include/check.h"

/* How many runs are compared; datatypes that repeat do so earlier. */
enum { RUNS_COMPARED = 1024 };

struct made_of made_of(unsigned basic, unsigned element, const uint64_t *part, int32_t parts) {
  struct made_of m = {(uint16_t)basic, (uint16_t)element, 0, NULL};
  size_t size = parts > 0 ? (size_t)parts * sizeof *part : 0;
  uint64_t *copy = size ? malloc(size) : NULL;
  if (copy) {
    memcpy(copy, part, size);
    m.part = copy;
    m.parts = parts;
  }
  return m;
}

void made_of_free(struct made_of *m) {
  free((void *)m->part);
}

/* A place in the data. */
struct data_reader {
  const struct made_of *of;
  int32_t next;
  unsigned basic, element;
  uint64_t left; /* of the run */
};

static void take(struct data_reader *r) {
  const struct made_of *m = r->of;
  if (r->left)
    return;
  if (!m->parts) {
    r->basic = m->basic;
    r->element = m->element;
    r->left = UINT64_MAX;
    return;
  }
  uint64_t part = m->part[r->next];
  r->next = (r->next + 1) % m->parts;
  r->basic = (unsigned)(part >> 48);
  r->element = (unsigned)(part >> 32 & UINT16_MAX);
  r->left = part & UINT32_MAX;
}

int made_alike(const struct made_of *one, const struct made_of *other, int64_t bytes,
               struct difference *d) {
  struct data_reader a = {.of = one}, b = {.of = other};
  *d = (struct difference){0, one->basic, other->basic};
  if (!one->parts && !other->parts)
    return check_alike(one->basic, one->element, other->basic, other->element);
  for (int runs = 0; bytes > 0 && runs < RUNS_COMPARED; runs++) {
    take(&a);
    take(&b);
    if (!check_alike(a.basic, a.element, b.basic, b.element)) {
      d->one = a.basic;
      d->other = b.basic;
      return 0;
    }
    /* Bytes, pairs and datatypes that are not known go with others of another size. */
    if (!a.element || a.element != b.element || check_vague(a.basic) || check_vague(b.basic))
      return 1;
    uint64_t n = a.left < b.left ? a.left : b.left, whole = (uint64_t)bytes / a.element;
    n = n < whole ? n : whole;
    if (!n)
      return 1;
    a.left -= n;
    b.left -= n;
    bytes -= (int64_t)(n * a.element);
    d->index += (int64_t)n;
  }
  return 1;
}
