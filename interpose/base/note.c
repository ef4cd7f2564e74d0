#include "note.h"
#include <stdlib.h>
#include <string.h>
#include "trace.h"
#include "world.h"

#define DIGITS 20 /* of a number of 64 bits, at most; with a sign there are fewer */

static char *room_for(struct note_text *note, size_t n) {
  if (note->failed)
    return NULL;
  if (n > note->room - note->n) {
    size_t room = 2 * note->room + n + 256;
    char *more = realloc(note->text, room);
    if (!more) {
      note->failed = 1;
      return NULL;
    }
    note->text = more;
    note->room = room;
  }
  return note->text + note->n;
}

static void put(struct note_text *note, const char *text, size_t n) {
  char *at = room_for(note, n);
  if (at)
    memcpy(at, text, n);
  note->n += at ? n : 0;
}

void note_put(struct note_text *note, const char *text) {
  put(note, text, strlen(text));
}

static void put_unsigned(struct note_text *note, uint64_t number, unsigned base) {
  char text[DIGITS], *at = text + DIGITS;
  do {
    *--at = "0123456789abcdef"[number % base];
    number /= base;
  } while (number);
  put(note, at, (size_t)(text + DIGITS - at));
}

void note_number(struct note_text *note, int64_t number) {
  if (number < 0)
    put(note, "-", 1);
  put_unsigned(note, number < 0 ? -(uint64_t)number : (uint64_t)number, 10);
}

void note_hex(struct note_text *note, uint64_t number) {
  put(note, "\"", 1);
  put_unsigned(note, number, 16);
  put(note, "\"", 1);
}

void note_numbers(struct note_text *note, const int64_t *number, int count) {
  for (int i = 0; i < count; i++) {
    if (i)
      put(note, ",", 1);
    note_number(note, number[i]);
  }
}

void note_end(struct note_text *note, struct journal_line *where) {
  struct journal_line line = {0, 0};
  char *end = room_for(note, 1); /* for the newline */
  if (end) {
    *end = '\0';
    trace_text(note->text, note->n);
    journal_write_text(world.journal, note->text, note->n, &line);
  }
  free(note->text);
  if (where)
    *where = line;
}
