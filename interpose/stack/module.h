/* module.h: the files that the program's code was mapped from.
 *
 * A program counter means something only as a module and an offset in it: dlclose and dlopen
 * may put other code at the same address. A `struct module` is one build of one file; it is
 * never freed, and the same again when the file is mapped again, wherever. Callers hold a lock.
 */
#ifndef FENCEPOST_MODULE_H
#define FENCEPOST_MODULE_H

#include <stdatomic.h>
#include <stdint.h>

struct module {
  struct module *next;
  char *path;
  char build_id[64]; /* in hex; "" = none */
};

/* Where a return address points; `module` is NULL, and `offset` the address itself, for code
 * that was not mapped from a file. No padding: compared as bytes. */
struct module_place {
  const struct module *module;
  uint64_t offset;
};

struct module_place module_place(uintptr_t pc);
/* The return address, as long as its module is mapped; else 0. */
uintptr_t module_address(struct module_place at);
/* Counts calls of dlclose: while it stays the same, so does what an address means. */
void module_watch(const atomic_uint *unloads);
unsigned module_unloads(void);

#endif
