/* page.h: a wrong and a right example for each kind of finding, from
 * report/explain/SECTION/SLUG.txt: lines of C after "Wrong:" and "Right:". The right example
 * may be in examples.def instead. */
#ifndef FENCEPOST_PAGE_H
#define FENCEPOST_PAGE_H

#include "report/input/catalog.h"

/* Prints the lines of one of the examples by `line`, without their indent; nothing if there is
 * none. */
enum page_part { PAGE_WRONG, PAGE_RIGHT };
void page_lines(const struct catalog_row *row, enum page_part part,
                void (*line)(void *context, const char *text, int n), void *context);

/* Writes a page for a browser with the named rows, or all if none is named. */
void page_html(const struct catalog_row *const *rows, int n);

#endif
