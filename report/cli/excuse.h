/* excuse.h: --suppressions and --baseline. */
#ifndef FENCEPOST_EXCUSE_H
#define FENCEPOST_EXCUSE_H

#include <jansson.h>

struct options;
struct suppressions;

/* What excuses findings. It is read before the run, so that a mistake in it is found before the
 * run is made. Returns -1 after saying what is wrong. */
struct excuses {
  struct suppressions *suppressions;
  json_t *baseline; /* another report; NULL = none */
};
int excuses_read(struct excuses *x, const struct options *o);
void excuses_free(struct excuses *x);
/* Marks the findings, and counts them anew. */
void excuses_apply(struct excuses *x, json_t *report);

#endif
