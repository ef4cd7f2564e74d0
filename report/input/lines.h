/* lines.h: reads files of JSON lines, such as journals. */
#ifndef FENCEPOST_LINES_H
#define FENCEPOST_LINES_H

#include <jansson.h>
#include <stdio.h>

struct lines {
  /* Returns whether the line is worth parsing; NULL: all lines are. The text ends with a
   * newline. */
  int (*wants)(void *context, const char *text);
  /* Gets every other line: the record (borrowed), or NULL if it is damaged. */
  void (*each)(void *context, json_t *record);
};

/* Reads from byte `from` of the file on. Returns where the file ended, -1 with errno. */
long lines_read(const char *path, long from, const struct lines *l, void *context);
/* Reads to the end of the stream. Returns -1 with errno. */
int lines_stream(FILE *in, const struct lines *l, void *context);
/* Returns whether the line begins like a journal's record of that kind. */
int lines_is(const char *text, const char *kind);

#endif
