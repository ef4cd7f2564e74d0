/* text_variant.h: texts of a finding that depend on the calls it is about. */
#ifndef FENCEPOST_TEXT_VARIANT_H
#define FENCEPOST_TEXT_VARIANT_H

#include <jansson.h>

#include "catalog.h"

/* `locations`: from the journal's record. */
struct catalog_row variant(const struct catalog_row *row, const json_t *locations);

#endif
