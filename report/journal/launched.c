#include "launched.h"
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  const char *rank, *size, *here, *library;
} launchers[] = {
#define LAUNCHER(rank, size, here, library) {rank, size, here, library},
#include "include/libraries.def"
};
enum { LAUNCHERS = sizeof launchers / sizeof *launchers };

static int number_of(const char *variable) {
  const char *text = getenv(variable);
  return text ? atoi(text) : 0;
}

void launched_as(int *rank, int *size) {
  *size = 1;
  for (size_t i = 0; i < LAUNCHERS; i++) {
    const char *number = getenv(launchers[i].rank), *count = getenv(launchers[i].size);
    *rank = !*rank && number ? atoi(number) : *rank;
    *size = *size == 1 && count ? atoi(count) : *size;
  }
}

int launched_here(void) {
  int here = 0;
  for (size_t i = 0; i < LAUNCHERS && !here; i++)
    here = number_of(launchers[i].here);
  return here;
}

int launched_apart(const char *library) {
  int apart = 0;
  for (size_t i = 0; i < LAUNCHERS; i++) {
    if (!*launchers[i].library || !getenv(launchers[i].size))
      continue;
    if (!strcmp(launchers[i].library, library))
      return 0;
    apart = number_of(launchers[i].size);
  }
  return apart > 1 ? apart : 0;
}
