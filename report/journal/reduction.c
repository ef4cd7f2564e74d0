#include "reduction.h"

#include <stdlib.h>

int reduction_run(const struct topology *t, int process, const struct reduction *r,
                  void *context) {
  int *list = malloc((size_t)t->size * sizeof *list), successor = t->successor(t, process);
  int n = list ? topology_predecessors(t, process, list) : 0, bad = list ? 0 : -1;
  for (int i = 0; i < n && !bad; i++)
    bad = r->receive(context, list[i]);
  if (!bad && successor >= 0)
    bad = r->send(context, successor);
  free(list);
  return bad;
}
