/* Compares sets of ranks with an array of flags, and reads back their texts. */
#include "report/journal/rankset.c"
#include "tap.h"

enum { MOST = 200 };

/* Returns whether the text names exactly the ranks that `in` has. */
static int reads_back(const char *text, const char *in) {
  char seen[MOST] = {0};
  for (const char *p = text; *p;) {
    char *end;
    long lo = strtol(p, &end, 10), hi = lo, step = 1;
    if (*end == '-')
      hi = strtol(end + 1, &end, 10);
    if (*end == ':')
      step = strtol(end + 1, &end, 10);
    for (long r = lo; r <= hi; r += step)
      seen[r]++;
    p = *end == ',' ? end + 1 : end;
  }
  return !memcmp(seen, in, MOST);
}

int main(void) {
  int wrong = 0, bad = 0;
  srand(1);
  for (int n = 0; n < 3000; n++) {
    struct rankset s = {0};
    char in[MOST] = {0};
    int adds = 1 + rand() % 300, step = 1 + rand() % 5, range = 1 + rand() % MOST;
    for (int k = 0; k < adds; k++) {
      int rank = rand() % range / step * step;
      in[rank] = 1;
      rankset_add(&s, rank);
    }
    char *text = rankset_text(&s);
    wrong += !reads_back(text, in);
    bad += !rankset_is(text);
    free(text);
    rankset_free(&s);
  }
  OK(!wrong); /* texts read back are the sets */
  OK(!bad);
  static const char *const no[] = {"", ",", "1,", ",1", "1-", "-1", "1-2:", "1:2", "a", "1 2",
                                   "1-2-3", "1,,2", "1-2:3:4"};
  for (size_t i = 0; i < sizeof no / sizeof no[0]; i++)
    tap_ok(!rankset_is(no[i]), no[i], __FILE__, __LINE__);
  return tap_done();
}
