/* page.h: a wrong and a right example for each kind of finding, from
 * report/explain/SECTION/SLUG.txt: lines of C behind "Wrong:" and "Right:". What is right may
 * stand in examples.def instead. */
#ifndef FENCEPOST_PAGE_H
#define FENCEPOST_PAGE_H

#include "report/input/catalog.h"

/* Prints the lines of one of the examples by `line` (their indent left out); nothing if it is
 * not there. */
enum page_part { PAGE_WRONG, PAGE_RIGHT };
void page_lines(const struct catalog_row *row, enum page_part part,
                void (*line)(void *context, const char *text, int n), void *context);

/* A page for a browser with the rows named, or all if there are none. */
void page_html(const struct catalog_row *const *rows, int n);

#endif
