/* shared_memory.h: memory that all ranks of the world share, if they are on one host. Its name
 * exists only while the ranks map it, so it goes with the last of them, however they end. */
#ifndef FENCEPOST_SHARED_MEMORY_H
#define FENCEPOST_SHARED_MEMORY_H

#include <stddef.h>

/* Collective: whether `ok` is true at all ranks. */
int all_agree(int ok);
/* Collective. Returns zeroed memory, or NULL at all ranks if one of them cannot have it. `tag`
 * names it within the run. `ok`: whether this rank wants it. */
void *shared_memory_make(const char *tag, size_t bytes, int ok);

#endif
