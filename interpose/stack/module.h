/* module.h: the files that the program's code was mapped from.
 *
 * A program counter means something only as a module and an offset in it, because dlclose and
 * dlopen may put other code at the same address. A `struct module` is one build of one file. It
 * is never freed, and is the same again when the file is mapped again, wherever that is.
 * Callers hold a lock, and none of the loader's is taken. */
#ifndef FENCEPOST_MODULE_H
#define FENCEPOST_MODULE_H

#include <stdint.h>

struct module {
  struct module *next;
  char *path;
  char build_id[64]; /* in hex; "" = none */
};

/* The place that a return address points to. For code that was not mapped from a file, `module`
 * is NULL and `offset` the address itself. No padding, because it is compared as bytes. */
struct module_place {
  const struct module *module;
  uint64_t offset;
};

/* Finds the places of `count` return addresses. */
void module_places(struct module_place *place, void *const *pc, int count);

#endif
