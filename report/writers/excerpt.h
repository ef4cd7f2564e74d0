/* excerpt.h: the lines around a place in the sources, as they are now.
 *
 * Files are read once, at most 8 MiB each; what is no regular file, or is not there, gives no
 * lines. Bytes that are not UTF-8 become U+FFFD. Not thread-safe. */
#ifndef FENCEPOST_EXCERPT_H
#define FENCEPOST_EXCERPT_H

#include <jansson.h>
#include <stdio.h>

struct excerpts;

struct excerpts *excerpts_new(void); /* returns NULL when memory runs out */
void excerpts_free(struct excerpts *x);

/* Writes as HTML: the place of a finding's location, its function and the lines around, if
 * known. */
void excerpt_html(struct excerpts *x, const json_t *location, const char *heading, FILE *out);

/* Returns the line of a location without the blanks around it, NULL if it is not known or
 * empty. Valid as long as `x`. */
const char *excerpt_line(struct excerpts *x, const json_t *location);

#endif
