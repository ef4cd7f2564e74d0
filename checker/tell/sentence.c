#include "sentence.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* 0: no memory. */
static int reserve(struct sentence *s, size_t more) {
  size_t room = s->room ? s->room : 128;
  while (room - s->length <= more)
    room *= 2;
  char *text = room > s->room ? realloc(s->text, room) : s->text;
  if (!text)
    return 0;
  s->text = text;
  s->room = room;
  return 1;
}

void sentence_put(struct sentence *s, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int n = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  if (s->failed || n < 0 || !reserve(s, (size_t)n)) {
    s->failed = 1;
    return;
  }
  va_start(arguments, format);
  vsnprintf(s->text + s->length, s->room - s->length, format, arguments);
  va_end(arguments);
  s->length += (size_t)n;
}
