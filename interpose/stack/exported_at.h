/* exported_at.h: the name of the function at an address, of those that objects export. */
#ifndef FENCEPOST_EXPORTED_AT_H
#define FENCEPOST_EXPORTED_AT_H

#include <stdint.h>

/* Returns the name, as dladdr does; NULL if there is none. It lies in the object, which must
 * stay mapped meanwhile. Looks at all symbols of a small object, and at some ten of a large
 * one, whose symbols are put in order once (4 bytes each). Callers hold a lock; none of the
 * loader's is taken. */
const char *exported_at(uintptr_t address);

#endif
