#include "command_usage.h"

#include <stdio.h>
#include <string.h>

#include "report/journal/say.h"

const struct usage_command usage_commands[USAGES] = {
#define COMMAND(name, words, help) {#name, words, help},
#include "include/commands.def"
};

static const struct {
  enum usage_number command;
  const char *name, *value, *help;
} own_options[] = {
#define COMMAND_OPTION(command, name, value, help) {USAGE_##command, name, value, help},
#include "include/commands.def"
};

static const struct {
  enum usage_number command;
  enum option option;
} takes[] = {
#define TAKES(command, option) {USAGE_##command, OPTION_##option},
#include "include/commands.def"
};

struct pair_row {
  enum usage_number command;
  struct usage_pair pair;
};
static const struct pair_row exit_statuses[] = {
#define EXIT_STATUS(command, number, when) {USAGE_##command, {number, when}},
#include "include/commands.def"
};
static const struct pair_row examples[] = {
#define EXAMPLE(command, line, what) {USAGE_##command, {line, what}},
#include "include/commands.def"
};

#define LENGTH(rows) ((int)(sizeof(rows) / sizeof *(rows)))

int usage_takes(enum usage_number command, enum option which) {
  int found = command == USAGE_run;
  for (int i = 0; i < LENGTH(takes); i++)
    found |= takes[i].command == command && takes[i].option == which;
  return found;
}

/* Its own ones come first. */
int usage_option(enum usage_number command, int i, struct usage_option *option) {
  for (int k = 0; k < LENGTH(own_options); k++)
    if (own_options[k].command == command && i-- == 0) {
      *option = (struct usage_option){
          own_options[k].name, own_options[k].value, own_options[k].help, "", "", 0};
      return 1;
    }
  for (int k = 0; k < OPTIONS; k++) {
    const struct option_row *row = &option_rows[k];
    if (usage_takes(command, (enum option)k) && i-- == 0) {
      *option = (struct usage_option){row->name,
                                      row->value,
                                      row->help,
                                      row->env,
                                      row->type == FLAG ? "" : row->fallback,
                                      row->type == SWITCH};
      return 1;
    }
  }
  return 0;
}

static int pair_at(const struct pair_row *rows, int n, enum usage_number command, int i,
                   struct usage_pair *pair) {
  for (int k = 0; k < n; k++)
    if (rows[k].command == command && i-- == 0) {
      *pair = rows[k].pair;
      return 1;
    }
  return 0;
}

int usage_exit_status(enum usage_number command, int i, struct usage_pair *pair) {
  return pair_at(exit_statuses, LENGTH(exit_statuses), command, i, pair);
}

int usage_example(enum usage_number command, int i, struct usage_pair *pair) {
  return pair_at(examples, LENGTH(examples), command, i, pair);
}

int usage_find(const char *name) {
  const char *names[USAGES + 1] = {NULL};
  for (int i = 0; i < USAGES; i++) {
    names[i] = usage_commands[i].name;
    if (!strcmp(name, names[i]))
      return i;
  }
  const char *near = options_nearest(name, names);
  if (near)
    say("unknown command %s; did you mean %s?", name, near);
  else
    say("unknown command %s (see fencepost --help)", name);
  return -1;
}

static int has_option(enum usage_number command, const char *name, size_t n) {
  struct usage_option option;
  for (int i = 0; usage_option(command, i, &option); i++)
    if (strlen(option.name) == n && !strncmp(option.name, name, n))
      return 1;
  return 0;
}

int usage_unknown_option(enum usage_number command, const char *word) {
  enum { MOST = OPTIONS + 32 };
  const char *of = usage_commands[command].name, *names[MOST + 1] = {NULL};
  struct usage_option option;
  char name[64];
  if (strncmp(word, "--", 2) != 0) {
    say("unknown option %s (options begin with two dashes)", word);
    return -1;
  }
  snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
  for (int i = 0; i < MOST && usage_option(command, i, &option); i++)
    names[i] = option.name;
  const char *near = options_nearest(name, names);
  int other = 0;
  while (!near && other < USAGES && !has_option((enum usage_number)other, name, strlen(name)))
    other++;
  if (near)
    say("unknown option --%s; did you mean --%s?", name, near);
  else if (other < USAGES)
    say("--%s is an option of %s, not of %s", name, usage_commands[other].name, of);
  else
    say("unknown option --%s (see fencepost %s --help)", name, of);
  return -1;
}

int usage_check_option(enum usage_number command, const char *word) {
  if (!strncmp(word, "--", 2) && has_option(command, word + 2, strcspn(word + 2, "=")))
    return 0;
  return usage_unknown_option(command, word);
}

static void print_wrapped(const char *text, size_t indent) {
  size_t column = indent;
  printf("%*s", (int)indent, "");
  while (*text) {
    size_t n = strcspn(text, " ");
    if (column > indent && column + 1 + n > 96) {
      printf("\n%*s", (int)indent, "");
      column = indent;
    }
    column += (size_t)printf("%s%.*s", column > indent ? " " : "", (int)n, text);
    text += n + strspn(text + n, " ");
  }
  putchar('\n');
}

static void print_command(enum usage_number command) {
  const struct usage_command *c = &usage_commands[command];
  printf("  fencepost %s %s\n", c->name, c->words);
  print_wrapped(c->help, 10);
}

static void print_option(const struct usage_option *option) {
  const char *open = option->optional ? "[=" : *option->value ? "=" : "";
  printf("  --%s%s%s%s\n", option->name, open, option->value, option->optional ? "]" : "");
  print_wrapped(option->help, 10);
  if (!*option->env)
    return;
  printf("%10s(", "");
  if (*option->fallback)
    printf("default %s; ", option->fallback);
  printf("environment %s)\n", option->env);
}

void usage_print(enum usage_number command) {
  struct usage_option option;
  struct usage_pair pair;
  puts("Usage:");
  print_command(command);
  for (int i = 0; usage_option(command, i, &option); i++) {
    if (!i)
      puts("\nOptions:");
    print_option(&option);
  }
  puts("\nExit status:\n  0       all went well");
  for (int i = 0; usage_exit_status(command, i, &pair); i++)
    printf("  %-7s %s\n", pair.what, pair.means);
  for (int i = 0; usage_example(command, i, &pair); i++)
    printf("%s  %s\n          %s\n", i ? "" : "\nExamples:\n", pair.what, pair.means);
}

void usage_print_all(void) {
  puts("Fencepost: a runtime correctness checker for MPI programs.\n\nUsage:");
  for (int i = 0; i < USAGES; i++)
    print_command((enum usage_number)i);
  puts("  fencepost [COMMAND] --help | --version\n"
       "          of a command: its options, exit statuses and examples");
}
