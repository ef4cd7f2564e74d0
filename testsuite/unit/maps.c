/* Compares the kernel's mappings asked for one by one with those read as text. */
#include "interpose/tracers/pages/maps.c"

#include <sys/mman.h>
#include "tap.h"

#define MOST 4096

static struct map asked[MOST], told[MOST];

static int all(struct map *into, uintptr_t from, int asks) {
  struct maps m;
  int n = 0;
  maps_open(&m, from);
  m.asks = asks;
  while (n < MOST && maps_next(&m, into + n))
    n++;
  maps_close(&m);
  return n;
}

/* Counts how many of the first mappings are among the second. [vsyscall] is left out, because
 * it does not belong to the process. */
static int common(int n, int count) {
  int found = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < count; k++)
      found += !memcmp(&asked[i].lo, &told[k].lo, 2 * sizeof asked[i].lo) &&
               !strcmp(asked[i].rights, told[k].rights) && !strcmp(asked[i].name, told[k].name);
  return found;
}

int main(void) {
  unsigned char *three =
      mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  mprotect(three + 4096, 4096, PROT_READ); /* more lines than are read at once */
  for (int i = 0; i < 500; i++)
    if (mmap(NULL, 4096, i % 2 ? PROT_READ : PROT_NONE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) ==
        MAP_FAILED)
      return 1;
  int n = all(asked, 0, 1), count = all(told, 0, 0);
  OK(n > 500 && count - n <= 1);
  OK(common(n, count) == n);

  uintptr_t at = (uintptr_t)three + 4096;
  n = all(asked, at + 5, 1);
  count = all(told, at + 5, 0);
  OK(asked[0].lo == at && asked[0].hi == at + 4096 && !strcmp(asked[0].rights, "r--s"));
  OK(!memcmp(asked, told, 2 * sizeof(uintptr_t)) && count - n <= 1);

  struct map found = {0};
  OK(maps_find(at + 4096, &found) && found.lo == at + 4096 && !strcmp(found.rights, "rw-s"));
  OK(!maps_find(UINTPTR_MAX - 1, &found));
  return tap_done();
}
