/* own_free.h: calls of free by Fencepost itself. The linker sends them here (--wrap=free): the
 * function free that libfencepost.so exports looks at what the program frees, and nothing of
 * ours is among that. */
#ifndef FENCEPOST_OWN_FREE_H
#define FENCEPOST_OWN_FREE_H

/* Gives the function that follows the exported one in the order of lookup. Until then ours call
 * that one. */
void own_free_by(void (*function)(void *memory));

#endif
