/* Loaded before a program (LD_PRELOAD), says whether its threads may be ordered by means that
 * are not seen, and ends it before it begins. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "interpose/session/unseen_order.h"

/* What the units under test need of others. */
int real_module(const char *path);
int filter_tells(uintptr_t at);
extern void *record_spins;
void *record_spins;

int real_module(const char *path) {
  return strstr(path, "/libmpi") || strstr(path, "/libopen-") || strstr(path, "/libmca");
}

int filter_tells(uintptr_t at) {
  (void)at;
  return 0;
}

__attribute__((constructor)) static void look(void) {
  struct timespec a, b;
  clock_gettime(CLOCK_MONOTONIC, &a);
  const char *why = unseen_order(getenv("UNSEEN_HOOKS") != NULL);
  clock_gettime(CLOCK_MONOTONIC, &b);
  printf("%s\n", why ? why : "no");
  if (getenv("UNSEEN_VERBOSE"))
    printf("%lx in %.1f ms\n", (unsigned long)unseen_order_at(),
           (double)(b.tv_sec - a.tv_sec) * 1e3 + (double)(b.tv_nsec - a.tv_nsec) / 1e6);
  fflush(stdout);
  _exit(0);
}
