#include "scratch.h"
#include <stdlib.h>

enum { PIECE = 16 * 1024 };

struct scratch {
  struct scratch *older;
  size_t used, room;
  max_align_t memory[];
};

/* The newest piece is the largest: it is kept. */
void scratch_empty(struct thread *t) {
  t->scratch_used = 0;
  t->scratch->used = 0;
  for (struct scratch *p = t->scratch->older, *older; p; p = older) {
    older = p->older;
    free(p);
  }
  t->scratch->older = NULL;
}

void *scratch_take(size_t bytes) {
  struct thread *t = thread_self();
  if (!t)
    return NULL;
  struct scratch *p = t->scratch;
  bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  if (!p || p->room - p->used < bytes) {
    size_t room = p ? p->room * 2 : PIECE;
    room = room < bytes ? bytes : room;
    if (!(p = malloc(sizeof *p + room)))
      return NULL;
    *p = (struct scratch){t->scratch, 0, room};
    t->scratch = p;
  }
  void *taken = (char *)p->memory + p->used;
  p->used += bytes;
  t->scratch_used = 1;
  return taken;
}
