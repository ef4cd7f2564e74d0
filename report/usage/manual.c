/* manual.c: manual pages, in the macros of man(7). */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "report/journal/version.h"
#include "command_usage.h"

/* Text that roff must not take for its own: a backslash, a dash that is to stay one, and a
 * point or an apostrophe that begins a line. */
static void print_text(const char *text) {
  for (; *text; text++)
    if (*text == '\\')
      fputs("\\e", stdout);
    else if (*text == '-')
      fputs("\\-", stdout);
    else if (*text == '\'')
      fputs("\\(aq", stdout);
    else if (*text == '`')
      fputs("\\(ga", stdout);
    else
      putchar(*text);
}

static void print_line(const char *before, const char *text) {
  printf("%s", before);
  print_text(text);
  putchar('\n');
}

static void print_heading(const char *name) {
  for (; *name; name++)
    putchar(toupper((unsigned char)*name));
}

static void print_title(const char *name, const char *help) {
  printf(".\\\" Made by `fencepost manual`.\n.TH FENCEPOST");
  if (*name)
    printf("\\-");
  print_heading(name);
  printf(" 1 \"\" \"Fencepost " FENCEPOST_VERSION
         "\" \"Fencepost\"\n.SH NAME\nfencepost%s%s \\- ",
         *name ? "\\-" : "", name);
  print_line("", help);
  puts(".SH SYNOPSIS");
}

static void print_option(const struct usage_option *option) {
  printf(".TP\n\\fB\\-\\-");
  print_text(option->name);
  printf("\\fR%s", option->optional ? "[=" : *option->value ? "=" : "");
  print_text(option->value);
  puts(option->optional ? "]" : "");
  print_line("", option->help);
  if (*option->env)
    printf(".br\nEnvironment: %s%s%s\n", option->env, *option->fallback ? "; default: " : "",
           option->fallback);
}

static void print_pairs(const char *heading, enum usage_number command,
                        int (*at)(enum usage_number, int, struct usage_pair *)) {
  struct usage_pair pair;
  for (int i = 0; at(command, i, &pair); i++) {
    if (!i)
      print_line(".SH ", heading);
    print_line(".TP\n.B ", pair.what);
    print_line("", pair.means);
  }
}

static void print_see(int command) {
  const char *between = "";
  puts(".SH SEE ALSO");
  if (command >= 0)
    printf(".BR fencepost (1)%s", USAGES > 1 ? "" : "\n");
  for (int i = 0; i < USAGES; i++)
    if (i != command) {
      printf("%s\n.BR fencepost\\-%s (1)", command >= 0 || i ? "," : between,
             usage_commands[i].name);
    }
  putchar('\n');
}

static void print_main(void) {
  struct usage_pair pair;
  print_title("", "find mistakes in MPI programs while they run");
  puts(".B fencepost\n.I COMMAND\n[\\fIARGUMENT\\fR...]\n.br\n.B fencepost\n[\\fICOMMAND\\fR] "
       "\\-\\-help | \\-\\-version\n.SH DESCRIPTION\n"
       "Fencepost checks MPI programs while they run: it stands in front of the line that "
       "starts\n"
       "them, and tells with file and line which rule of the MPI standard is broken. Programs\n"
       "need not be compiled again.\n.SH COMMANDS");
  for (int i = 0; i < USAGES; i++) {
    printf(".TP\n\\fBfencepost %s\\fR ", usage_commands[i].name);
    print_line("", usage_commands[i].words);
    print_line("", usage_commands[i].help);
  }
  print_pairs("EXAMPLES", USAGE_run, usage_example);
  puts(".SH EXIT STATUS\nThat of \\fBfencepost run\\fR; each command has a page of its own.");
  for (int i = 0; usage_exit_status(USAGE_run, i, &pair); i++) {
    print_line(".TP\n.B ", pair.what);
    print_line("", pair.means);
  }
  puts(".SH FILES\n.TP\n.I fencepost\\-report.json\nthe report, in the current directory");
  print_see(-1);
}

void usage_manual(int command) {
  if (command < 0) {
    print_main();
    return;
  }
  const struct usage_command *c = &usage_commands[command];
  struct usage_option option;
  print_title(c->name, c->help);
  printf(".B fencepost %s\n", c->name);
  print_line("", c->words);
  for (int i = 0; usage_option((enum usage_number)command, i, &option); i++) {
    if (!i)
      puts(".SH OPTIONS");
    print_option(&option);
  }
  print_pairs("EXIT STATUS", (enum usage_number)command, usage_exit_status);
  puts(".TP\n.B 0\notherwise");
  print_pairs("EXAMPLES", (enum usage_number)command, usage_example);
  print_see(command);
}
