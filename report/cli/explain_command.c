#include <stdio.h>
#include <string.h>

#include "report/input/catalog.h"
#include "command.h"
#include "exit_status.h"
#include "report/writers/page.h"
#include "report/writers/paragraph.h"
#include "report/writers/report.h"
#include "report/journal/say.h"

static void print(const char *label, const char *text) {
  struct paragraph p;
  paragraph_start(&p, stdout, label, 13);
  paragraph_add(&p, "%s", text);
  paragraph_end(&p);
}

/* As it is. */
static void print_line(void *context, const char *text, int n) {
  const char **label = context;
  printf("%-12s %.*s\n", *label, n, text);
  *label = "";
}

static void explain(const struct catalog_row *row) {
  char text[128];
  printf("%s: %s\n", row->slug, row->title);
  snprintf(text, sizeof text, "%s (severity %s)", catalog_grade(row->grade),
           catalog_severity(catalog_severity_of(row->grade)));
  print("grade", text);
  snprintf(text, sizeof text, "%s section %s", catalog_standard(row->section), row->section);
  print("standard", text);
  print("error class", row->error_class);
  print("why", row->explanation);
  print("remedy", row->remedy);
  const char *wrong = "wrong", *right = "right";
  page_lines(row, PAGE_WRONG, print_line, &wrong);
  page_lines(row, PAGE_RIGHT, print_line, &right);
}

static int unknown(const char *slug) {
  const char *names[SLUGS + 1] = {NULL};
  for (int i = 0; i < SLUGS; i++)
    names[i] = catalog[i].slug;
  const char *near = options_nearest(slug, names);
  say("no finding is called %s%s%s%s (fencepost explain --all lists them)", slug,
      near ? "; did you mean " : "", near ? near : "", near ? "?" : "");
  return EXIT_USAGE;
}

int command_explain(int argc, char **argv) {
  const struct catalog_row *rows[SLUGS + 1];
  int n = 0, html = 0;
  if (argc == 0) {
    say("explain takes the name of a finding, or --all");
    return EXIT_USAGE;
  }
  for (int i = 0; i < argc && n < SLUGS; i++)
    if (argv[i][0] == '-' && usage_check_option(USAGE_explain, argv[i]))
      return EXIT_USAGE;
    else if (!strcmp(argv[i], "--html"))
      html = 1;
    else if (argv[i][0] != '-' && !(rows[n++] = catalog_find(argv[i])))
      return unknown(argv[i]);
  for (int i = 0; !n && i < SLUGS; i++)
    rows[i] = &catalog[i];
  n = n ? n : SLUGS;
  if (html)
    page_html(rows, n);
  for (int i = 0; i < n && !html; i++) {
    if (i)
      putchar('\n');
    explain(rows[i]);
  }
  return 0;
}
