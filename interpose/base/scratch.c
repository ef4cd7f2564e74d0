#include "scratch.h"
#include <stdlib.h>
#include "thread.h"

enum { PIECE = 16 * 1024 };

struct scratch_piece {
  struct scratch_piece *older;
  size_t used, room;
  max_align_t memory[];
};

/* Keeps the newest piece, because it is the largest, and frees the others. */
void scratch_empty(struct scratch *s) {
  s->used = 0;
  s->newest->used = 0;
  for (struct scratch_piece *p = s->newest->older, *older; p; p = older) {
    older = p->older;
    free(p);
  }
  s->newest->older = NULL;
}

void *scratch_take(size_t bytes) {
  struct thread *t = thread_self();
  if (!t)
    return NULL;
  struct scratch *s = &t->scratch;
  struct scratch_piece *p = s->newest;
  bytes = (bytes + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  if (!p || p->room - p->used < bytes) {
    size_t room = p ? p->room * 2 : PIECE;
    room = room < bytes ? bytes : room;
    if (!(p = malloc(sizeof *p + room)))
      return NULL;
    *p = (struct scratch_piece){s->newest, 0, room};
    s->newest = p;
  }
  void *taken = (char *)p->memory + p->used;
  p->used += bytes;
  s->used = 1;
  return taken;
}
