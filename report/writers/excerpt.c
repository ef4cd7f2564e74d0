#include "excerpt.h"

#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "report/journal/member.h"
#include "report/journal/text.h"
#include "words.h"

enum { AROUND = 5, WIDTH = 300 };

static void print_line(const char *line, long number, int marked, FILE *out) {
  json_t *clean = text_json(line);
  fprintf(out, "<li>%s<span>%ld</span>", marked ? "<mark>" : "", number);
  escape_xml(out, json_string_value(clean) ? json_string_value(clean) : "", WIDTH);
  fputs(marked ? "</mark></li>\n" : "</li>\n", out);
  json_decref(clean);
}

static void print_lines(struct sources *s, const char *file, long line, FILE *out) {
  long from = line > AROUND ? line - AROUND : 1, to = line + AROUND;
  const char *text;
  fputs("<ol class=\"code\" tabindex=\"0\" aria-label=\"source\">\n", out);
  for (long n = from; n <= to && (text = source_line(s, file, n)); n++)
    print_line(text, n, n == line, out);
  fputs("</ol>", out);
}

void excerpt_html(struct sources *s, const json_t *at, const char *heading, FILE *out) {
  const char *file = member_text(at, "file");
  long line = (long)member_number(at, "line", 0);
  char *place = view_place(at);
  fputs("<div class=\"source\"><p>", out);
  escape_xml(out, heading, WIDTH);
  fputs("<br><code>", out);
  escape_xml(out, place ? place : "", WIDTH);
  fputs("</code></p>", out);
  if (source_line(s, file, line))
    print_lines(s, file, line, out);
  else
    fprintf(out, "<p>%s</p>",
            !file                       ? "No source is known: build the program with -g."
            : source_lines(s, file) > 0 ? "The source is shorter now than it was."
                                        : "The source is not here.");
  fputs("</div>\n", out);
  free(place);
}

const char *excerpt_line(struct sources *s, const json_t *at) {
  const char *line =
      source_line(s, member_text(at, "file"), (long)member_number(at, "line", 0));
  if (line)
    line += strspn(line, " \t\r");
  return line && *line ? line : NULL;
}
