/* Sets of ranks are written as text. */
#include "report/input/ranges.c"

#include "tap.h"

int main(void) {
  struct ranges r = {0};
  SAME(ranges_text(&r), "");
  ranges_add(&r, 3, 3);
  SAME(ranges_named(&r), "rank 3");
  ranges_add(&r, 4, 4);
  SAME(ranges_named(&r), "ranks 3, 4");
  ranges_add(&r, 5, 7);
  ranges_add(&r, 9, 9);
  ranges_add(&r, 11, 12);
  SAME(ranges_text(&r), "3-7, 9, 11, 12");
  OK(r.count == 8);
  for (long i = 0; i < 100000; i++)
    ranges_add(&r, 100 + 2 * i, 100 + 2 * i);
  OK(r.count == 100008);
  const char *text = ranges_named(&r);
  OK(strlen(text) < sizeof r.text && !strcmp(text + strlen(text) - 5, ", ..."));
  struct ranges big = {0};
  ranges_add(&big, 1000000000, 2147483646);
  for (long i = 0; i < 20; i++)
    ranges_add(&big, 3000000000 + i * 1000000000, 3000000005 + i * 1000000000);
  text = ranges_named(&big);
  OK(strlen(text) < sizeof big.text && !strcmp(text + strlen(text) - 5, ", ..."));
  return tap_done();
}
