#include "gathering.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct group_call {
  uint64_t id;
  int n;
  int32_t rank[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void replace(struct thread *t, struct group_call *g) {
  pthread_mutex_lock(&lock);
  struct group_call *before = t->gathering;
  t->gathering = g;
  pthread_mutex_unlock(&lock);
  free(before);
}

void gathering_begin(struct thread *t, uint64_t id, const int32_t *rank, int n) {
  struct group_call *g = malloc(sizeof *g + (size_t)n * sizeof *rank);
  if (!g)
    return;
  g->id = id;
  g->n = n;
  memcpy(g->rank, rank, (size_t)n * sizeof *rank);
  replace(t, g);
}

void gathering_end(struct thread *t) {
  if (t->gathering)
    replace(t, NULL);
}

void gathering_tell(const struct thread *t, void *context,
                    void (*each)(void *context, uint64_t id, const int32_t *rank, int n)) {
  pthread_mutex_lock(&lock);
  if (t->gathering)
    each(context, t->gathering->id, t->gathering->rank, t->gathering->n);
  pthread_mutex_unlock(&lock);
}
