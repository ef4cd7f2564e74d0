/* command.c: what the subcommands share. */
#include "command.h"

#include <stdio.h>
#include <string.h>

#include "report/input/progress_line.h"
#include "report/journal/say.h"

static int complaints;

static void complain(const char *message) {
  say("%s", message);
  complaints++;
}

/* Finds an option that has no effect at the trace level that was asked for. */
static int has_effect(const struct options *o) {
  const char *trace = o->text[OPTION_TRACE];
  if (o->given[OPTION_EXACT] != GIVEN_COMMAND || !strcmp(trace, "pages") ||
      !strcmp(trace, "auto"))
    return 1;
  say("--exact: is for --trace=pages, not for --trace=%s", trace);
  return 0;
}

/* As command_options. */
static int read_options(struct options *o, char **argv, int (*more)(char **argv, int *i)) {
  char message[OPTIONS_MESSAGE];
  int i = 0;
  options_default(o);
  complaints = 0;
  if (options_environment(o, complain))
    return -1;
  while (argv[i] && argv[i][0] == '-' && argv[i][1]) {
    if (!strcmp(argv[i], "--"))
      return has_effect(o) ? i + 1 : -1;
    if (more && more(argv, &i))
      continue;
    if (argv[i][1] != '-') {
      say("unknown option %s (options begin with two dashes)", argv[i]);
      return -1;
    }
    if (options_argument(o, argv, &i, message)) {
      say("%s", message);
      return -1;
    }
  }
  return has_effect(o) ? i : -1;
}

int command_options(struct options *o, char **argv, int (*more)(char **argv, int *i)) {
  int taken = read_options(o, argv, more);
  if (taken >= 0 && !strcmp(o->text[OPTION_PROGRESS], "lines"))
    line_way(LINE_PLAIN);
  return taken;
}

static void print_help(const char *help, size_t indent, size_t width) {
  size_t column = indent;
  while (*help) {
    size_t n = strcspn(help, " ");
    if (column > indent && column + 1 + n > width) {
      printf("\n%*s", (int)indent, "");
      column = indent;
    }
    column += (size_t)printf("%s%.*s", column > indent ? " " : "", (int)n, help);
    help += n + strspn(help + n, " ");
  }
  putchar('\n');
}

void command_print_options(void) {
  for (int i = 0; i < OPTIONS; i++) {
    const struct option_row *row = &option_rows[i];
    printf("  --%s%s%s\n", row->name, *row->value ? "=" : "", row->value);
    printf("%10s", "");
    print_help(row->help, 10, 96);
    printf("%10s(", "");
    if (*row->fallback && row->type != FLAG)
      printf("default %s; ", row->fallback);
    printf("environment %s)\n", row->env);
  }
}
