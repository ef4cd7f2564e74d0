#include "scratch.h"
#include <stdint.h>
#include <stdlib.h>
#include "thread.h"

enum { PIECE = 16 * 1024 };

struct piece {
  struct piece *older;
  size_t used, room;
  max_align_t memory[];
};

static __thread struct {
  struct piece *newest;
  uint64_t call;
} scratch;

/* The newest piece is the largest: it is kept. */
static void reset(uint64_t call) {
  scratch.call = call;
  if (!scratch.newest)
    return;
  scratch.newest->used = 0;
  for (struct piece *p = scratch.newest->older, *older; p; p = older) {
    older = p->older;
    free(p);
  }
  scratch.newest->older = NULL;
}

void *scratch_take(size_t bytes) {
  uint64_t call = thread_self() ? thread_self()->seq : 0;
  bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  if (scratch.call != call)
    reset(call);
  struct piece *p = scratch.newest;
  if (!p || p->room - p->used < bytes) {
    size_t room = p ? p->room * 2 : PIECE;
    room = room < bytes ? bytes : room;
    if (!(p = malloc(sizeof *p + room)))
      return NULL;
    *p = (struct piece){scratch.newest, 0, room};
    scratch.newest = p;
  }
  void *taken = (char *)p->memory + p->used;
  p->used += bytes;
  return taken;
}
