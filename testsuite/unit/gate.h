/* gate.h: the checks of unit/gate.c. Each writes what it has seen to `told`, which must be the
 * same natively and when `place` is protected. It returns 0 if all went well. */
#ifndef GATE_H
#define GATE_H

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PAGES 8
#define SIZE (PAGES * 4096)
#define TOLD 2048

struct check {
  const char *name;
  int (*function)(char *told);
};
extern const struct check check[];
extern const int checks;
extern char *place; /* SIZE bytes, zeroed; the pages before and after it exist, too */

/* Copies byte by byte, also across the borders of `place`. */
char *put(char *at, const char *text);
const char *text(const char *at); /* overwritten by the next call */

/* Appends to `told`. */
#define TELL(...) (void)(told += sprintf(told, __VA_ARGS__))
#define MUST(good)                                                                             \
  do {                                                                                         \
    if (!(good)) {                                                                             \
      sprintf(told, "line %d: %s: errno %d", __LINE__, #good, errno);                          \
      return -1;                                                                               \
    }                                                                                          \
  } while (0)

#endif
