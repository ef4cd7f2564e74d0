/* Records that are written as text: numbers are compared with what printf makes of them. */
#include <inttypes.h>
#include <stdlib.h>

static void *few(void *old, size_t n);
#define realloc few
#include "interpose/base/note.c"
#undef realloc
#include "tap.h"

struct world world;
static char *written;
static int fails;

void trace_text(const char *record, size_t n) {
  fails += strlen(record) != n;
}

int journal_write_text(struct journal *j, char *text, size_t n, struct journal_line *where) {
  (void)j;
  free(written);
  written = strdup(text);
  where->n = n;
  text[n] = '\n'; /* it does, so there must be room */
  return 0;
}

static int allocations = -1; /* so many more succeed; -1: all */

static void *few(void *old, size_t n) {
  if (!allocations)
    return NULL;
  allocations -= allocations > 0;
  return realloc(old, n);
}

static void same(int64_t number) {
  struct note_text note = {0};
  char plain[32], hex[32], want[96];
  note_number(&note, number);
  note_put(&note, " ");
  note_hex(&note, (uint64_t)number);
  note_end(&note, NULL);
  snprintf(plain, sizeof plain, "%" PRId64, number);
  snprintf(hex, sizeof hex, "%" PRIx64, (uint64_t)number);
  snprintf(want, sizeof want, "%s \"%s\"", plain, hex);
  fails += strcmp(written, want) != 0;
}

static void numbers(void) {
  same(0);
  same(INT64_MIN);
  same(INT64_MAX);
  same(INT64_MIN + 1);
  for (int bit = 0; bit < 63; bit++) {
    same(INT64_C(1) << bit);
    same(-(INT64_C(1) << bit));
    same((INT64_C(1) << bit) - 1);
  }
  for (int64_t ten = 1; ten < INT64_MAX / 10; ten *= 10) {
    same(ten);
    same(ten - 1);
    same(-ten);
  }
  OK(!fails);
}

/* A record of every length, so that each allocation ends at every place. */
static void lengths(void) {
  for (size_t n = 1; n < 3000; n++) {
    struct note_text note = {0};
    struct journal_line where;
    for (size_t i = 0; i < n; i++)
      note_put(&note, "x");
    note_end(&note, &where);
    fails += where.n != n || strlen(written) != n;
  }
  OK(!fails);
}

static void no_memory(void) {
  for (int most = 0; most < 4; most++) {
    struct note_text note = {0};
    struct journal_line where = {1, 1};
    free(written);
    written = NULL;
    allocations = most;
    for (int i = 0; i < 10000; i++)
      note_number(&note, i);
    note_end(&note, &where);
    allocations = -1;
    fails += written || where.n || where.offset;
  }
  OK(!fails);
}

int main(void) {
  struct note_text note = {0};
  note_put(&note, "[");
  note_numbers(&note, (int64_t[]){1, -2, 3}, 3);
  note_put(&note, ",[");
  note_numbers(&note, NULL, 0);
  note_put(&note, "]]");
  note_end(&note, NULL);
  SAME(written, "[1,-2,3,[]]");
  numbers();
  lengths();
  no_memory();
  free(written);
  return tap_done();
}
