/* note.h: records for the journal that are written as text, where to make a json_t of each
 * would cost the program too much: a number takes some twenty instructions, while fprintf takes
 * over a thousand in programs of Fortran, whose runtime library makes it ask for conversions
 * of its own. What is not a number or a word of ours has to be escaped by the caller. */
#ifndef FENCEPOST_NOTE_H
#define FENCEPOST_NOTE_H

#include <stddef.h>
#include <stdint.h>
#include "report/journal/journal.h"

/* Begins as zeros. When memory runs out it is `failed`, and nothing of it is written. */
struct note_text {
  char *text;
  size_t n, room;
  int failed;
};

void note_put(struct note_text *note, const char *text);
void note_number(struct note_text *note, int64_t number);
void note_hex(struct note_text *note, uint64_t number); /* with its quotation marks */
/* Numbers with commas between them. */
void note_numbers(struct note_text *note, const int64_t *number, int count);
/* Writes the record, a JSON object on one line, to the journal and to the trace, tells where
 * (`where` may be NULL), and frees it. */
void note_end(struct note_text *note, struct journal_line *where);

#endif
