/* memory_entry.h: the bytes of a window that a finding is about. */
#ifndef FENCEPOST_MEMORY_ENTRY_H
#define FENCEPOST_MEMORY_ENTRY_H

#include "journals.h"
#include "report/symbols/symbol.h"

/* Returns the member `memory` for a finding record of `r`, NULL if it has none. `elements`,
 * what the program calls these bytes, is there if the window's memory was an argument of the
 * call that made it and the debug information knows its type. */
json_t *memory_entry(const struct journals *js, const struct rank *r, const json_t *record,
                     struct symbols *s);

/* Returns the bytes in words: "u[17] (bytes 136 to 143)"; the caller frees it. */
char *memory_words(const json_t *memory);

#endif
