/* excerpt.h: the lines around a place in the sources (source.h). Bytes that are not UTF-8
 * become U+FFFD. */
#ifndef FENCEPOST_EXCERPT_H
#define FENCEPOST_EXCERPT_H

#include <jansson.h>
#include <stdio.h>

#include "report/symbols/source.h"

/* Writes as HTML: the place of a finding's location, its function and the lines around, if
 * known. */
void excerpt_html(struct sources *s, const json_t *location, const char *heading, FILE *out);

/* Returns the line of a location without the blanks around it, NULL if it is not known or
 * empty. Valid as long as `s`. */
const char *excerpt_line(struct sources *s, const json_t *location);

#endif
