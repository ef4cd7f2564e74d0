/* frames.h: the stacks of many ranks. Ranks run the same program: equal stacks are kept once,
 * and each rank has 16 bytes for each of its ids. */
#ifndef FENCEPOST_FRAMES_H
#define FENCEPOST_FRAMES_H

#include <jansson.h>
#include <stddef.h>

struct frames; /* all stacks that are different */

struct stacks { /* of one rank */
  struct stack_of {
    json_int_t id;
    json_t *frames; /* of struct frames */
  } * at;
  size_t n, room;
};

/* Adds to *all, which begins as NULL. Equal stacks become the same object. */
void stacks_add(struct stacks *s, struct frames **all, json_int_t id, json_t *frames);
/* After the last one was added; of several with one id (a damaged journal) one stays. */
void stacks_sort(struct stacks *s);
/* NULL if there is none. Cost: logarithmic. */
const json_t *stacks_find(const struct stacks *s, json_int_t id);
void stacks_free(struct stacks *s);
void frames_free(struct frames *all);

#endif
