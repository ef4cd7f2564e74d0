/* places.h: texts of the checker, which knows no files and lines. */
#ifndef FENCEPOST_PLACES_H
#define FENCEPOST_PLACES_H

#include <jansson.h>

/* Returns `text` with places put in: "{0}" becomes the place of the first location. */
json_t *places_filled(const char *text, const json_t *locations);

/* The same for a message, in which "{memory}" becomes the bytes of `memory` (memory_entry.h),
 * in words. */
json_t *places_message(const char *text, const json_t *locations, const json_t *memory);

#endif
