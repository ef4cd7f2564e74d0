/* accesses.c: prints which ints of the first window the MPI calls of a recorded trace access,
 * counted from the window's base. R is a read, W a write. A line is one of:
 *
 *   MPI_Recv W 0-4,8-12    an access that is over when the call returns
 *   MPI_Irecv P W 0-8      a pending one: it lasts until its request is complete
 *   MPI_Wait end           a request is complete; or "free": it was freed */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/call.h"
#include "include/event.h"
#include "report/journal/trace_file.h"

enum { MOST = 4096 };
static int64_t base, size;
static uint64_t requests[MOST];
static unsigned char touched[1 << 16];

static void mark(int64_t lo, int64_t hi) {
  for (int64_t i = lo - base; i < hi - base; i++)
    if (i >= 0 && i < size && i < (int64_t)sizeof touched)
      touched[i] = 1;
}

static int in_window(const struct event_data *d) {
  memset(touched, 0, sizeof touched);
  if (!d->runs)
    mark(d->lo, d->hi);
  for (int32_t i = 0; i < d->runs; i++)
    for (int64_t k = 0; k < d->run[i].count; k++)
      mark(d->run[i].lo + k * d->run[i].stride,
           d->run[i].lo + k * d->run[i].stride + d->run[i].length);
  return memchr(touched, 1, sizeof touched) != NULL;
}

static void print_offset(size_t at) {
  printf("%zu", at / 4);
  if (at % 4)
    printf(".%zu", at % 4);
}

static void print_touched(void) {
  const char *comma = " ";
  for (size_t i = 0, end; i < sizeof touched; i = end) {
    unsigned char *from = memchr(touched + i, 1, sizeof touched - i);
    if (!from)
      break;
    unsigned char *to = memchr(from, 0, (size_t)(touched + sizeof touched - from));
    end = to ? (size_t)(to - touched) : sizeof touched;
    printf("%s", comma);
    print_offset((size_t)(from - touched));
    printf("-");
    print_offset(end);
    comma = ",";
  }
  printf("\n");
}

static int forget(uint64_t request) {
  int found = 0;
  for (int i = 0; i < MOST; i++)
    if (requests[i] == request) {
      requests[i] = 0;
      found = 1;
    }
  return found;
}

static void remember(uint64_t request) {
  for (int i = 0; i < MOST; i++)
    if (!requests[i]) {
      requests[i] = request;
      return;
    }
}

static void show(const struct event *e) {
  if (e->kind == EVENT_WIN_CREATE && e->phase == EVENT_LEAVE && !base) {
    base = (int64_t)e->u.window.base;
    size = e->u.window.members[e->u.window.me].size;
  } else if (e->kind == EVENT_ACCESS && in_window(&e->u.access.data)) {
    if (e->u.access.request)
      remember(e->u.access.request);
    printf("%s%s %s", call_name(e->call), e->u.access.request ? " P" : "",
           e->u.access.store ? "W" : "R");
    print_touched();
  } else if (e->kind == EVENT_REQUEST_DONE && forget(e->u.request)) {
    printf("%s end\n", call_name(e->call));
  } else if (e->kind == EVENT_REQUEST_FREE && forget(e->u.request)) {
    printf("%s free\n", call_name(e->call));
  }
}

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[1], "rb") : NULL;
  unsigned char head[8];
  struct event e;
  if (!in || fread(head, TRACE_MAGIC_SIZE, 1, in) != 1)
    return 1;
  while (fread(head, 5, 1, in) == 1) {
    size_t n = head[1] | (size_t)head[2] << 8 | (size_t)head[3] << 16 | (size_t)head[4] << 24;
    unsigned char *bytes = malloc(n + 1);
    void *scratch = malloc(EVENT_SCRATCH(n));
    if (!bytes || !scratch || fread(bytes, n, 1, in) != 1)
      return 1;
    if (head[0] == TRACE_EVENT && !event_decode(&e, bytes, n, scratch))
      return 1;
    if (head[0] == TRACE_EVENT)
      show(&e);
    free(bytes);
    free(scratch);
  }
  return 0;
}
