/* page_html.c: the explanations as one page for a browser. */
#include <stdio.h>
#include <stdlib.h>

#include "report/input/catalog.h"
#include "escape.h"
#include "html.h"
#include "page.h"
#include "words.h"

static void code_line(void *context, const char *text, int n) {
  int *lines = context;
  char *line = view_print("%.*s", n, text);
  if (!(*lines)++)
    fputs("<pre>", stdout);
  escape_xml(stdout, line ? line : "", 0);
  putchar('\n');
  free(line);
}

static void example(const struct catalog_row *row, enum page_part part, const char *name) {
  int lines = 0;
  printf("<div><h3>%s</h3>\n", name);
  page_lines(row, part, code_line, &lines);
  puts(lines ? "</pre></div>" : "</div>");
}

static void section(const struct catalog_row *row) {
  char *grade = view_print("%s (severity %s)", catalog_grade(row->grade),
                           catalog_severity(catalog_severity_of(row->grade)));
  char *standard = view_print("%s section %s, %s", catalog_standard(row->section), row->section,
                              row->error_class);
  printf("<section id=\"%s\">\n<h2>", row->slug);
  escape_xml(stdout, row->title, 0);
  printf(" <span class=\"code\">[%s]</span></h2>\n<dl>\n", row->slug);
  html_row(stdout, "grade", grade);
  html_row(stdout, "standard", standard);
  html_row(stdout, "why", row->explanation);
  html_row(stdout, "remedy", row->remedy);
  puts("</dl>\n<div class=\"sources\">");
  example(row, PAGE_WRONG, "Wrong");
  example(row, PAGE_RIGHT, "Right");
  puts("</div>\n</section>");
  free(grade);
  free(standard);
}

void page_html(const struct catalog_row *const *rows, int n) {
  html_start(stdout, "What Fencepost finds");
  puts("<h1>What Fencepost finds</h1>\n<nav aria-label=\"findings\"><ul>");
  for (int i = 0; i < n; i++) {
    printf("<li><a href=\"#%s\"><code>%s</code></a> ", rows[i]->slug, rows[i]->slug);
    escape_xml(stdout, rows[i]->title, 0);
    puts("</li>");
  }
  puts("</ul></nav>\n<main>");
  for (int i = 0; i < n; i++)
    section(rows[i]);
  puts("</main>");
  html_end(stdout, 0);
}
