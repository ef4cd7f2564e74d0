#include <stdio.h>
#include <string.h>

#include "catalog.h"
#include "command.h"
#include "paragraph.h"
#include "report.h"
#include "say.h"

static void print(const char *label, const char *text) {
  struct paragraph p;
  paragraph_start(&p, stdout, label, 13);
  paragraph_add(&p, "%s", text);
  paragraph_end(&p);
}

/* Line by line, as it is. */
static void print_example(const char *text) {
  for (const char *label = "right"; *text; label = "") {
    int n = (int)strcspn(text, "\n");
    printf("%-12s %.*s\n", label, n, text);
    text += n + (text[n] == '\n');
  }
}

static void explain(const struct catalog_row *row) {
  char text[128];
  printf("%s: %s\n", row->slug, row->title);
  snprintf(text, sizeof text, "%s (severity %s)", catalog_grade(row->grade),
           catalog_severity(catalog_severity_of(row->grade)));
  print("grade", text);
  snprintf(text, sizeof text, "MPI-3.1 section %s", row->section);
  print("standard", text);
  print("error class", row->error_class);
  print("why", row->explanation);
  print("remedy", row->remedy);
  if (catalog_example(row))
    print_example(catalog_example(row));
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
  if (argc == 0) {
    say("explain takes the name of a finding, or --all");
    return EXIT_USAGE;
  }
  int all = !strcmp(argv[0], "--all");
  for (int i = 0; i < argc && !all; i++)
    if (!catalog_find(argv[i]))
      return unknown(argv[i]);
  for (int i = 0; i < (all ? SLUGS : argc); i++) {
    if (i)
      putchar('\n');
    explain(all ? &catalog[i] : catalog_find(argv[i]));
  }
  return 0;
}
