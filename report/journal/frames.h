/* frames.h: the stacks of many ranks. Ranks run the same program: equal stacks are one object,
 * a struct frames, and each rank has 16 bytes for each of its ids. The frames are text here, an
 * array of JSON as in a stack record of journal.h: nothing but equality matters. */
#ifndef FENCEPOST_FRAMES_H
#define FENCEPOST_FRAMES_H

#include <stddef.h>
#include <stdint.h>

struct frames; /* frames of one stack; all different ones are linked together */

/* Returns the one with that text, made if *all, which begins as NULL, has none. NULL when
 * memory runs out. Cost: linear in the text. */
struct frames *frames_add(struct frames **all, const char *text, size_t n);
/* Returns NULL if there is none. */
struct frames *frames_find(struct frames *all, const char *text, size_t n);
const char *frames_text(const struct frames *f);
void frames_free(struct frames *all);

struct stacks { /* of one rank */
  struct stack_of {
    int64_t id;
    struct frames *frames; /* borrowed */
  } * at;
  size_t n, room;
};

/* A stack that does not fit into memory is left out. */
void stacks_add(struct stacks *s, int64_t id, struct frames *frames);
/* Called after the last one was added. Of several with one id (a damaged journal) one stays. */
void stacks_sort(struct stacks *s);
/* Returns NULL if there is none. Cost: logarithmic. */
struct frames *stacks_find(const struct stacks *s, int64_t id);
void stacks_free(struct stacks *s);

#endif
