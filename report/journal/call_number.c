#include "call_number.h"

#include <stdlib.h>
#include <string.h>

#include "include/call.h"

struct named {
  const char *name;
  unsigned call;
};

static int by_name(const void *a, const void *b) {
  const struct named *x = a, *y = b;
  return strcmp(x->name, y->name);
}

unsigned call_number(const char *name) {
  static struct named sorted[CALLS + CALL_NONE - CALL_MUNMAP];
  enum { COUNT = sizeof sorted / sizeof *sorted };
  if (!sorted[0].name) {
    for (unsigned i = 0; i < COUNT; i++) {
      unsigned call = i < CALLS ? i : CALL_MUNMAP + (i - CALLS);
      sorted[i] = (struct named){call_name(call), call};
    }
    qsort(sorted, COUNT, sizeof *sorted, by_name);
  }
  const struct named key = {.name = name};
  const struct named *found = bsearch(&key, sorted, COUNT, sizeof *sorted, by_name);
  return found ? found->call : CALL_NONE;
}
