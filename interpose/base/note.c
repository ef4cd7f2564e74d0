#include "note.h"
#include <stdlib.h>
#include "trace.h"
#include "world.h"

FILE *note_begin(struct note_text *note) {
  *note = (struct note_text){NULL, NULL, 0};
  return note->out = open_memstream(&note->text, &note->n);
}

void note_end(struct note_text *note, struct journal_line *where) {
  struct journal_line line = {0, 0};
  if (!fclose(note->out) && note->text) {
    trace_text(note->text, note->n);
    journal_write_text(world.journal, note->text, note->n, &line);
  }
  free(note->text);
  if (where)
    *where = line;
}
