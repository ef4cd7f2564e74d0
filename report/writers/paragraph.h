/* paragraph.h: breaks text into lines for a terminal, after a label, with a hanging indent.
 * Text that a program under test has put into it cannot move the cursor. */
#ifndef FENCEPOST_PARAGRAPH_H
#define FENCEPOST_PARAGRAPH_H

#include <stddef.h>
#include <stdio.h>

#define PARAGRAPH_WIDTH 96  /* unless paragraph_width says otherwise */
#define PARAGRAPH_TEXT 4096 /* longer text is cut */

struct paragraph {
  FILE *out;
  const char *label;
  int indent;
  const char *color; /* terminal codes for the first word; NULL = none */
  size_t used;
  char text[PARAGRAPH_TEXT];
};

void paragraph_width(int width);
void paragraph_start(struct paragraph *p, FILE *out, const char *label, int indent);
__attribute__((format(printf, 2, 3))) void paragraph_add(struct paragraph *p,
                                                         const char *format, ...);
/* Prints it. */
void paragraph_end(struct paragraph *p);

#endif
