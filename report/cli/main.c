/* main.c: the `fencepost` command: a table of subcommands. */
#include <stdio.h>
#include <string.h>

#include "command.h"
#include "exit_status.h"
#include "report/writers/report.h"
#include "report/journal/say.h"
#include "report/journal/version.h"

static const struct {
  const char *name;
  int (*command)(int argc, char **argv);
  int options; /* it takes the options of options.def */
  const char *usage, *help;
} commands[] = {
    {"run", command_run, 1, "[options] PROGRAM [ARGUMENT...]",
     "run a program, usually mpiexec, and check every MPI process it starts"},
    {"cc", command_cc, 0, "COMPILER [ARGUMENT...]",
     "compile or link so that loads and stores are checked: CC=\"fencepost cc mpicc\""},
    {"merge", command_merge, 1, "[options] [--remove] DIR",
     "make the report from the journals in DIR; --remove: delete them when it is written"},
    {"watch", command_watch, 1, "[options] DIR PROCESS",
     "what a program under a bare LD_PRELOAD starts: while PROCESS, its rank 0, runs, watch "
     "its "
     "journals in DIR as `run` does"},
    {"replay", command_replay, 1, "[options] [--print] DIR",
     "check the events that `run --record DIR` wrote, without MPI; --print: show them"},
    {"export", command_export, 0, "--format=FORMAT [--output=FILE] REPORT",
     "write a report in another form: html, sarif, junit, gitlab, github, markdown, csv, text"},
    {"grade", command_grade, 0,
     "ASSIGNMENT SUBMISSIONS --out DIR [options] | --new FILE | --help",
     "grade a folder of submissions to an exercise"},
    {"explain", command_explain, 0, "[--html] SLUG... | --all",
     "say what a finding means and what to do about it; --html: as a page for a browser"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_command(int i) {
  printf("  fencepost %s %s\n          %s\n", commands[i].name, commands[i].usage,
         commands[i].help);
}

static void print_exit(void) {
  puts(
      "\nExit status of run: that of the program if it is not 0; else 66 if a finding reaches\n"
      "--fail-on; 70 if the run could not be fully checked; else 0. 2 for bad input.");
}

static int help(void) {
  puts("Fencepost: a runtime correctness checker for MPI programs.\n\nUsage:");
  for (int i = 0; i < COMMANDS; i++)
    print_command(i);
  puts("  fencepost --help | --version\n\nOptions of run and merge:");
  command_print_options();
  print_exit();
  return 0;
}

static int help_for(int i) {
  puts("Usage:");
  print_command(i);
  if (commands[i].options) {
    puts("\nOptions:");
    command_print_options();
    print_exit();
  }
  return 0;
}

static int wants_help(const char *word) {
  return word && (!strcmp(word, "--help") || !strcmp(word, "-h"));
}

/* Among the options before the first word that is none: what follows is a program with options
 * of its own. */
static int asks_help(char **words) {
  while (*words && **words == '-' && strcmp(*words, "--") != 0 && !wants_help(*words))
    words++;
  return wants_help(*words);
}

static int unknown(const char *word) {
  const char *names[COMMANDS + 1] = {NULL};
  for (int i = 0; i < COMMANDS; i++)
    names[i] = commands[i].name;
  const char *near = options_nearest(word, names);
  if (near)
    say("unknown command %s; did you mean %s?", word, near);
  else
    say("unknown command %s (see fencepost --help)", word);
  return EXIT_USAGE;
}

static int dispatch(int argc, char **argv) {
  if (argc < 2) {
    say("no command given (see fencepost --help)");
    return EXIT_USAGE;
  }
  if (wants_help(argv[1]) || !strcmp(argv[1], "help"))
    return help();
  if (!strcmp(argv[1], "--version")) {
    printf("fencepost %s\n", FENCEPOST_VERSION);
    return 0;
  }
  for (int i = 0; i < COMMANDS; i++)
    if (!strcmp(argv[1], commands[i].name))
      return asks_help(argv + 2) && commands[i].command != command_grade
                 ? help_for(i)
                 : commands[i].command(argc - 2, argv + 2);
  return unknown(argv[1]);
}

int main(int argc, char **argv) {
  int result = dispatch(argc, argv);
  if ((fflush(stdout) || ferror(stdout)) && !result) {
    say("cannot write to standard output");
    return EXIT_USAGE;
  }
  return result;
}
