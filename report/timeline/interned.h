/* interned.h: texts and places in sources that many steps of a time line share: each has a
 * number, in the order in which it was first asked for. Cost: a hash; a place is looked up in
 * the debug information once for each stack. */
#ifndef FENCEPOST_INTERNED_H
#define FENCEPOST_INTERNED_H

#include "report/input/journals.h"

struct interned;

struct interned *interned_new(void); /* NULL when memory runs out */
void interned_free(struct interned *i);
int interned_text(struct interned *i, const char *text);
/* The place of a stack of that rank; -1: not known. */
int interned_place(struct interned *i, const struct rank *r, uint32_t stack);

/* All texts; all places, as objects with file, line, function and source (the line itself),
 * each null if unknown. Borrowed. */
const json_t *interned_texts(const struct interned *i);
const json_t *interned_places(const struct interned *i);

#endif
