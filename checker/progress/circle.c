/* circle.c: finds circles of waits by a depth-first search without recursion, since a path may
 * be as long as there are ranks. Cost: linear in the waits and their peers. */
#include <stdlib.h>

#include "missing.h"
#include "scene.h"

enum colour { NEW, ON_PATH, DONE };

struct bend {
  size_t wait; /* index of the waiting thread */
  size_t next; /* which of its missing peers to follow next */
};

struct tour {
  const struct scene *scene;
  void *context;
  void (*circle)(void *context, const struct progress_wait *const *wait, size_t n);
  unsigned char *colour;
  struct bend *path;
  const struct progress_wait **found;
  size_t depth;
};

static void give(struct tour *t, size_t from) {
  for (size_t i = from; i < t->depth; i++)
    t->found[i - from] = &t->scene->pending[t->path[i].wait].told;
  t->circle(t->context, t->found, t->depth - from);
}

/* Returns the wait to follow next from the end of the path; NULL: there is none. */
static const struct pending *follow(struct tour *t) {
  struct bend *end = &t->path[t->depth - 1];
  const struct pending *w = &t->scene->pending[end->wait];
  while (!w->told.done && missing_needs_all(w) && end->next < w->missing.n) {
    const struct pending *p = scene_shown(t->scene, w->missing.at[end->next++]);
    if (p && p->told.in_call)
      return p;
  }
  return NULL;
}

static void enter(struct tour *t, size_t wait) {
  t->colour[wait] = ON_PATH;
  t->path[t->depth++] = (struct bend){wait, 0};
}

static void search(struct tour *t, size_t from) {
  int told = 0;
  enter(t, from);
  while (t->depth) {
    const struct pending *next = follow(t);
    size_t index = next ? next->told.index : 0;
    if (!next) {
      t->colour[t->path[--t->depth].wait] = DONE;
    } else if (t->colour[index] == NEW) {
      enter(t, index);
    } else if (t->colour[index] == ON_PATH && !told) {
      size_t i = 0;
      while (t->path[i].wait != index)
        i++;
      give(t, i);
      told = 1;
    }
  }
}

void progress_circles(struct progress *p, void *context,
                      void (*circle)(void *context, const struct progress_wait *const *wait,
                                     size_t n)) {
  const struct scene *s = scene_settle(p);
  size_t n = s ? s->count : 0;
  struct tour t = {.scene = s,
                   .context = context,
                   .circle = circle,
                   .colour = calloc(n + 1, 1),
                   .path = calloc(n + 1, sizeof *t.path),
                   .found = calloc(n + 1, sizeof *t.found)};
  if (t.colour && t.path && t.found)
    for (size_t i = 0; i < n; i++)
      if (t.colour[i] == NEW)
        search(&t, i);
  free(t.colour);
  free(t.path);
  free(t.found);
}
