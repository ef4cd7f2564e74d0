#include "paragraph.h"

#include <stdarg.h>
#include <string.h>

#include "report/journal/text.h"

static int wide = PARAGRAPH_WIDTH;

void paragraph_width(int width) {
  wide = width;
}

void paragraph_start(struct paragraph *p, FILE *out, const char *label, int indent) {
  p->out = out;
  p->label = label;
  p->indent = indent;
  p->color = NULL;
  p->used = 0;
  p->text[0] = '\0';
}

void paragraph_add(struct paragraph *p, const char *format, ...) {
  va_list args;
  va_start(args, format);
  int n = vsnprintf(p->text + p->used, sizeof p->text - p->used, format, args);
  va_end(args);
  if (n > 0)
    p->used += (size_t)n;
  if (p->used >= sizeof p->text)
    p->used = sizeof p->text - 1;
}

void paragraph_end(struct paragraph *p) {
  char clean[PARAGRAPH_TEXT];
  text_print(clean, sizeof clean, p->text);
  int column = 0, first = 1;
  /* a label is as wide as the indent; a text without a label begins at the margin */
  if (*p->label || p->indent > 2)
    column = fprintf(p->out, "%-*s", p->indent, p->label);
  for (char *word = strtok(clean, " \n"); word; word = strtok(NULL, " \n")) {
    int n = (int)strlen(word);
    if (!first && column + 1 + n > wide) {
      fprintf(p->out, "\n%*s", p->indent, "");
      column = p->indent;
      first = 1;
    }
    if (p->color)
      fputs(p->color, p->out);
    column += fprintf(p->out, "%s%s", first ? "" : " ", word);
    if (p->color)
      fputs("\033[0m", p->out);
    p->color = NULL;
    first = 0;
  }
  fputc('\n', p->out);
}
