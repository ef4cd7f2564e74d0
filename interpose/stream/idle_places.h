/* idle_places.h: for each source and tag without a receive under way: how many messages were
 * received. A hash table of 16 bytes for each, at most three quarters full. An entry is never
 * removed, because the same tag may come again. No lock. */
#ifndef FENCEPOST_IDLE_PLACES_H
#define FENCEPOST_IDLE_PLACES_H

#include <stddef.h>
#include <stdint.h>

struct idle_place;

struct idle_places { /* zeroed: none */
  struct idle_place *at;
  size_t used, room;
};

/* Returns 0 when memory runs out. `count` > 0. */
int idle_places_put(struct idle_places *t, int source, int tag, int64_t count);
/* Returns the count that was put last, or 0. */
int64_t idle_places_get(const struct idle_places *t, int source, int tag);
void idle_places_each(const struct idle_places *t, void *context,
                      void (*each)(void *context, int source, int tag, int64_t count));
void idle_places_free(struct idle_places *t);

#endif
