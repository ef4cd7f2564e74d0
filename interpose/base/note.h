/* note.h: records for the journal that are written as text, where to make a json_t of each
 * would cost the program too much. What is not a number or a word of ours has to be escaped by
 * the caller. */
#ifndef FENCEPOST_NOTE_H
#define FENCEPOST_NOTE_H

#include <stddef.h>
#include <stdio.h>
#include "report/journal/journal.h"

struct note_text {
  FILE *out;
  char *text;
  size_t n;
};

/* Returns where to write the record, a JSON object on one line; NULL: out of memory. note_end
 * closes it, writes what is there to the journal and to the trace, and tells where (`where`
 * may be NULL). */
FILE *note_begin(struct note_text *note);
void note_end(struct note_text *note, struct journal_line *where);

#endif
