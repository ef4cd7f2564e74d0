/* array.c: arrays that grow. */
#include <stdlib.h>
#include "array.h"
#include "state.h"

void *check_grow(struct check *c, void *array, int *room, int need, size_t item) {
  if (need <= *room)
    return array;
  int more = *room ? *room * 2 : 4;
  if (more < need)
    more = need;
  void *grown = realloc(array, (size_t)more * item);
  if (!grown) {
    c->failed = 1;
    return array;
  }
  *room = more;
  return grown;
}
