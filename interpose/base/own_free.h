/* own_free.h: calls of free and realloc by Fencepost itself. The linker sends them here
 * (--wrap=free, --wrap=realloc): the functions that libfencepost.so exports look at what the
 * program frees, and nothing of ours is among that. They may wait for a lock that we hold. */
#ifndef FENCEPOST_OWN_FREE_H
#define FENCEPOST_OWN_FREE_H

#include <stddef.h>

/* Give the function that follows the exported one in the order of lookup. Until then ours call
 * that one. */
void own_free_by(void (*function)(void *memory));
void own_realloc_by(void *(*function)(void *memory, size_t size));

#endif
