/* lines.h: JSON lines, as journals are. */
#ifndef FENCEPOST_LINES_H
#define FENCEPOST_LINES_H

#include <jansson.h>
#include <stdio.h>

struct lines {
  /* Whether the line is worth parsing; NULL: all are. The text ends with a newline. */
  int (*wants)(void *context, const char *text);
  /* Every other line: the record (borrowed), or NULL if it is damaged. */
  void (*each)(void *context, json_t *record);
};

/* From byte `from` of the file on. Returns where it ended, -1 with errno. */
long lines_read(const char *path, long from, const struct lines *l, void *context);
/* To the end of the stream. -1 with errno. */
int lines_stream(FILE *in, const struct lines *l, void *context);
/* Whether the line begins as a journal's record of that kind does. */
int lines_is(const char *text, const char *kind);

#endif
