#include "ranges.h"

#include <stdio.h>
#include <string.h>

static void print(char *out, size_t n, const char *done, long lo, long hi) {
  const char *comma = *done ? ", " : "";
  if (lo == hi)
    snprintf(out, n, "%s%s%ld", done, comma, lo);
  else if (hi == lo + 1)
    snprintf(out, n, "%s%s%ld, %ld", done, comma, lo, hi);
  else
    snprintf(out, n, "%s%s%ld-%ld", done, comma, lo, hi);
}

void ranges_add(struct ranges *r, long lo, long hi) {
  if (r->count && lo == r->hi + 1) {
    r->hi = hi;
  } else {
    if (r->count && !r->full) {
      char next[sizeof r->text];
      print(next, sizeof next, r->done, r->lo, r->hi);
      /* Leaves room for one more range and the dots. */
      r->full = strlen(next) > sizeof r->done - 48;
      memcpy(r->done, next, sizeof r->done - 1);
    }
    r->lo = lo;
    r->hi = hi;
  }
  r->count += hi - lo + 1;
}

void ranges_array(struct ranges *r, const json_t *ranks) {
  json_t *rank;
  size_t i;
  json_array_foreach((json_t *)ranks, i, rank) {
    ranges_add(r, (long)json_integer_value(rank), (long)json_integer_value(rank));
  }
}

const char *ranges_text(struct ranges *r) {
  if (!r->count)
    r->text[0] = '\0';
  else if (r->full)
    snprintf(r->text, sizeof r->text, "%s, ...", r->done);
  else
    print(r->text, sizeof r->text, r->done, r->lo, r->hi);
  return r->text;
}

const char *ranges_named(struct ranges *r) {
  char text[sizeof r->text];
  snprintf(text, sizeof text, "%s", ranges_text(r));
  snprintf(r->text, sizeof r->text, "rank%s %.*s", r->count == 1 ? "" : "s",
           (int)sizeof r->text - 8, text);
  return r->text;
}
