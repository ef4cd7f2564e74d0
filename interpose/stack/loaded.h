/* loaded.h: what the loader has mapped at an address, asked without its locks.
 *
 * A thread holds these while it runs constructors, destructors and callbacks, in which it may
 * do anything that we follow. So whoever holds a lock of ours must not wait for one of the
 * loader's, as dladdr, dlsym, dlopen and dl_iterate_phdr do. The object must stay mapped
 * meanwhile: some thread is in its code. */
#ifndef FENCEPOST_LOADED_H
#define FENCEPOST_LOADED_H

#include <stdint.h>

struct dl_phdr_info; /* <link.h> */

/* Fills in what dl_iterate_phdr tells of the object that the address lies in, but for its
 * thread-local memory and the counts of objects that came and went. Returns 0, or -1 if there
 * is none. Its beginning and end are stored in `at`, if that is not NULL. Takes some tens of
 * nanoseconds. */
struct loaded_range {
  uintptr_t lo, hi;
};
int loaded_at(uintptr_t address, struct dl_phdr_info *info, struct loaded_range *at);

/* Returns what the object itself exports under the name, as dlsym does with a handle of it, but
 * without looking in the libraries that it needs; NULL if there is nothing. Not what only a
 * function tells (STT_GNU_IFUNC). dlsym wants a handle, and to ask for one runs constructors
 * that are about to run in another order: those of the object, and of all that it needs. */
struct link_map; /* <link.h> */
void *loaded_export(const struct link_map *object, const char *name);

/* Returns the n-th text with the tag (DT_SONAME, DT_NEEDED) in the object's dynamic section, n
 * from 0; NULL if there is none. It lies in the object. */
const char *loaded_text(const struct link_map *object, long tag, int n);

#endif
