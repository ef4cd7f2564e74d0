/* image.h: what bytes of this process were: a copy of few, checksums of many.
 *
 * The memory may be gone when it is compared: it is read by a system call, which says so. */
#ifndef FENCEPOST_IMAGE_H
#define FENCEPOST_IMAGE_H

#include <stddef.h>
#include "include/event.h"

struct image;

/* Of `most` of the bytes of `d` (addresses), evenly spread. NULL: out of memory, or they cannot
 * be read. */
struct image *image_take(const struct event_data *d, int64_t most);
void image_free(struct image *i);
/* 1: some byte has changed, in the block `changed`, which may be larger; 0: none has, or they
 * cannot be read any more. */
int image_compare(const struct image *i, struct event_run *changed);
size_t image_bytes(const struct image *i);
/* About what taking and comparing `size` bytes costs, ns. */
uint64_t image_cost(int64_t size);
/* Whether the kernel lets images be taken. */
int image_readable(void);

#endif
