#define _GNU_SOURCE /* strcasestr */
#include "argument_text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LINES_MOST = 40, TEXT_MOST = 200 };

/* The characters of a call from its opening parenthesis on, over the ends of lines. */
struct text_reader {
  struct sources *sources;
  const char *file, *at;
  long line, left;
};

/* Returns the next character, a blank for the end of a line, 0 after the last line. */
static int next(struct text_reader *r) {
  if (!*r->at) {
    const char *line = r->left-- > 0 ? source_line(r->sources, r->file, ++r->line) : NULL;
    r->at = line ? line : "";
    return line ? ' ' : 0;
  }
  int comment = r->at[0] == '/' && r->at[1] == '/';
  int goes_on = r->at[0] == '&' && !r->at[1 + strspn(r->at + 1, " \t")]; /* Fortran */
  if (comment || goes_on) {
    r->at += strlen(r->at);
    return ' ';
  }
  return (unsigned char)*r->at++;
}

static int is_name(int c) {
  return isalnum(c) || c == '_';
}

/* Returns what follows the name in the line, at the parenthesis; NULL unless it is there once.
 */
static const char *find_call(const char *line, const char *name) {
  const char *found = NULL;
  size_t n = strlen(name);
  for (const char *p = line; (p = strcasestr(p, name)); p += n) {
    const char *after = p + n + strspn(p + n, " \t");
    if ((p > line && is_name(p[-1])) || *after != '(')
      continue;
    if (found)
      return NULL;
    found = after;
  }
  return found;
}

/* Reads on to the end of a literal, so that what is in it separates nothing. */
static void skip_literal(struct text_reader *r, int quote) {
  for (int c; (c = next(r)) && c != quote;)
    if (c == '\\')
      next(r);
}

static char *trimmed(const char *text, size_t n) {
  while (n && isspace((unsigned char)*text))
    text++, n--;
  while (n && isspace((unsigned char)text[n - 1]))
    n--;
  return n ? strndup(text, n) : NULL;
}

/* Begins after the opening parenthesis, and ends after the closing one. */
static char *read_argument(struct text_reader *r, int index) {
  char text[TEXT_MOST], *found = NULL;
  size_t n = 0;
  int depth = 0;
  for (int c; (c = next(r)) && n < sizeof text;) {
    int ends = !depth && (c == ',' || c == ')');
    if (ends && !index--)
      found = trimmed(text, n);
    if (ends && c == ')')
      return found;
    if (c == '"' || c == '\'')
      skip_literal(r, c);
    depth += (c == '(' || c == '[' || c == '{') - (c == ')' || c == ']' || c == '}');
    if (!ends && !index)
      text[n++] = (char)c;
  }
  free(found);
  return NULL;
}

char *argument_text(struct sources *s, const char *file, long line, const char *name,
                    int index) {
  /* gfortran names the last line of a call that has several */
  for (long from = line; from > line - LINES_MOST; from--) {
    const char *text = source_line(s, file, from);
    const char *at = text ? find_call(text, name) : NULL;
    if (!at)
      continue;
    struct text_reader r = {s, file, at + 1, from, LINES_MOST};
    char *found = read_argument(&r, index);
    if (r.line >= line)
      return found;
    free(found);
    return NULL;
  }
  return NULL;
}
