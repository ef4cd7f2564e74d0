#include "idle_places.h"
#include <stdlib.h>
#include "include/name.h"

struct idle_place {
  int32_t source, tag;
  int64_t count; /* 0: free */
};

static struct idle_place *place_at(const struct idle_places *t, int source, int tag) {
  uint64_t name = name_mix((uint64_t)(uint32_t)source << 32 | (uint32_t)tag);
  size_t i = name & (t->room - 1);
  while (t->at[i].count && (t->at[i].source != source || t->at[i].tag != tag))
    i = (i + 1) & (t->room - 1);
  return &t->at[i];
}

static int grow(struct idle_places *t) {
  struct idle_places grown = {NULL, t->used, t->room ? t->room * 2 : 64};
  grown.at = calloc(grown.room, sizeof *grown.at);
  if (!grown.at)
    return 0;
  for (size_t i = 0; i < t->room; i++)
    if (t->at[i].count)
      *place_at(&grown, t->at[i].source, t->at[i].tag) = t->at[i];
  free(t->at);
  *t = grown;
  return 1;
}

int idle_places_put(struct idle_places *t, int source, int tag, int64_t count) {
  if (t->used * 4 >= t->room * 3 && !grow(t))
    return 0;
  struct idle_place *p = place_at(t, source, tag);
  t->used += !p->count;
  *p = (struct idle_place){source, tag, count};
  return 1;
}

int64_t idle_places_get(const struct idle_places *t, int source, int tag) {
  return t->room ? place_at(t, source, tag)->count : 0;
}

void idle_places_each(const struct idle_places *t, void *context,
                      void (*each)(void *context, int source, int tag, int64_t count)) {
  for (size_t i = 0; i < t->room; i++)
    if (t->at[i].count)
      each(context, t->at[i].source, t->at[i].tag, t->at[i].count);
}

void idle_places_free(struct idle_places *t) {
  free(t->at);
  *t = (struct idle_places){NULL, 0, 0};
}
