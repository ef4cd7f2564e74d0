/* image.h: keeps what bytes of this process were at some time: a copy of few bytes, checksums
 * of many.
 *
 * The memory may not exist any more when it is compared, so the kernel reads it by a system
 * call, which fails then. */
#ifndef FENCEPOST_IMAGE_H
#define FENCEPOST_IMAGE_H

#include <stddef.h>
#include "include/event.h"

struct image;

/* Takes an image of at most `most` bytes of `d` (addresses), evenly spread. Returns NULL if
 * memory runs out or the bytes cannot be read. */
struct image *image_take(const struct event_data *d, int64_t most);
void image_free(struct image *i);
/* Returns 1 if some byte has changed; `changed` is a block that contains it. Returns 0 if none
 * has, or the bytes cannot be read any more. */
int image_compare(const struct image *i, struct event_run *changed);
size_t image_bytes(const struct image *i);
/* Estimates what it costs to take and compare an image of `size` bytes, in ns. */
uint64_t image_cost(int64_t size);
/* Returns whether the kernel lets us take images. */
int image_readable(void);

#endif
