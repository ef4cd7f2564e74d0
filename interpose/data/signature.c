#include "signature.h"
#include <stddef.h>
#include "include/basic.h"

static uint64_t count_of(uint64_t part) {
  return part & UINT32_MAX;
}

/* The pairs of section 5.9.4 are what a struct of their two members would be. */
static int pair(struct signature *s, unsigned value, size_t size) {
  s->parts = value == BASIC_INT ? 1 : 2;
  s->part[0] = signature_part(value, (unsigned)size, value == BASIC_INT ? 2 : 1);
  s->part[1] = signature_part(BASIC_INT, sizeof(int), 1);
  return 1;
}

static int is_pair(struct signature *s, unsigned basic) {
  switch (basic) {
  case BASIC_2INT:
    return pair(s, BASIC_INT, sizeof(int));
  case BASIC_FLOAT_INT:
    return pair(s, BASIC_FLOAT, sizeof(float));
  case BASIC_DOUBLE_INT:
    return pair(s, BASIC_DOUBLE, sizeof(double));
  case BASIC_LONG_INT:
    return pair(s, BASIC_LONG, sizeof(long));
  case BASIC_SHORT_INT:
    return pair(s, BASIC_SHORT, sizeof(short));
  case BASIC_LONG_DOUBLE_INT:
    return pair(s, BASIC_LONG_DOUBLE, sizeof(long double));
  default:
    return 0;
  }
}

void signature_of_basic(struct signature *s, unsigned basic, unsigned element) {
  if (is_pair(s, basic))
    return;
  s->parts = basic == BASIC_UNKNOWN || !element ? -1 : 1;
  s->part[0] = signature_part(basic, element, 1);
}

static void add_run(struct signature *s, uint64_t part, int64_t times) {
  int last = s->parts - 1;
  __int128 count = (__int128)count_of(part) * times;
  int joins = last >= 0 && s->part[last] >> 32 == part >> 32;
  if (joins)
    count += count_of(s->part[last]);
  if (count > UINT32_MAX || (!joins && s->parts == SIGNATURE_PARTS)) {
    s->parts = -1;
    return;
  }
  s->parts += !joins;
  s->part[s->parts - 1] = part >> 32 << 32 | (uint64_t)count;
}

void signature_add(struct signature *s, const struct signature *item, int64_t times) {
  if (item->parts < 0)
    s->parts = -1;
  if (item->parts == 1 && s->parts >= 0 && times > 0)
    add_run(s, item->part[0], times);
  for (int64_t i = 0; item->parts > 1 && i < times && s->parts >= 0; i++)
    for (int k = 0; k < item->parts && s->parts >= 0; k++)
      add_run(s, item->part[k], 1);
}
