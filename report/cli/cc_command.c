/* cc_command.c: `fencepost cc COMPILER ...`: runs the compiler so that loads and stores become
 * visible.
 *
 * When it compiles, a call is put before each load and store (-fsanitize=thread, given to the
 * compiler proper so that its own runtime is not linked). When it links, these calls are
 * defined by our static library. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cc_wraps.h"
#include "command.h"
#include "exit_status.h"
#include "compiler_line.h"
#include "report/launch/environment.h"
#include "report/writers/report.h"
#include "report/journal/say.h"

#define MOST 80 /* words that we add, at most */

static const char *const for_clang[] = {
    "-Xclang",
    "-fsanitize=thread",
    "-mllvm",
    "-tsan-instrument-func-entry-exit=0",
    "-mprefer-vector-width=128" /* the instrumentation leaves wider accesses alone */,
    "-fno-optimize-sibling-calls", /* else a copy at the end seems its caller's */
    NULL};

/* Otherwise the compiler would expand these itself. */
static const char *const no_builtins[] = {
#define WRAPPED(name)
#define BUILTIN(name) "-fno-builtin-" #name,
#include "interpose/hooks/wrap.def"
#undef WRAPPED
    NULL};

/* What the compiler of this command line says of itself, whatever wrappers are around it and
 * whatever they are asked for (mpicc -cc=...); -1: it cannot be run. */
static int ask_version(int argc, char **argv, char *text, size_t room) {
  char **words = calloc((size_t)argc + 2, sizeof *words);
  int fd[2], status;
  size_t n = 0;
  ssize_t more;
  if (!words || pipe(fd))
    return -1;
  words[0] = argv[0];
  words[1] = (char *)(uintptr_t) "--version";
  memcpy(words + 2, argv + 1, (size_t)(argc - 1) * sizeof *words);
  pid_t child = fork();
  if (child == 0) {
    dup2(fd[1], STDOUT_FILENO);
    close(fd[0]);
    close(fd[1]);
    execvp(words[0], words);
    _exit(127);
  }
  free(words);
  close(fd[1]);
  while (child > 0 && n < room - 1 && (more = read(fd[0], text + n, room - 1 - n)) > 0)
    n += (size_t)more;
  text[n] = '\0';
  close(fd[0]);
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) == 127)
    return -1;
  return 0;
}

struct command_line {
  char **at;
  int count;
};

static void add(struct command_line *l, const char *word) {
  l->at[l->count++] = (char *)(uintptr_t)word;
}

static void add_all(struct command_line *l, const char *const *words) {
  while (*words)
    add(l, *words++);
}

/* Our plug-in, if there is one for this very compiler: another one could not load it. Its file
 * has the name of the compiler: of gcc what stands behind the name that it was called by ("gcc
 * (Debian 12.2.0-14) 12.2.0"), of clang all of the line. */
static void add_plugin(struct command_line *l, const char *version, int clang) {
  const char *from = clang ? version : strchr(version, '('), *end = strchr(version, '\n');
  char name[256], *file, *option;
  if (!from || !end || from > end)
    return;
  from += !clang;
  snprintf(name, sizeof name, "fencepost-plugin-%.*s.so", (int)(end - from), from);
  for (char *c = name; *c; c++)
    if (!isalnum((unsigned char)*c) && !strchr(".-", *c))
      *c = '_';
  file = environment_file(name);
  if (file && asprintf(&option, clang ? "-fpass-plugin=%s" : "-fplugin=%s", file) > 0) {
    if (clang)
      add(l, "-Xclang");
    add(l, option);
  }
  free(file);
}

/* Behind the program's own flags, so that ours win. */
static int add_compile(struct command_line *l, const struct compiler_line *asked,
                       const char *version) {
  int clang = strstr(version, "clang") != NULL;
  char *specs = clang ? NULL : environment_file("fencepost-cc.specs"), *option = NULL;
  if (clang)
    add_all(l, for_clang);
  else if (!specs || asprintf(&option, "-specs=%s", specs) < 0)
    return -1;
  else
    add(l, option);
  add_plugin(l, version, clang);
  if (!asked->fortran)
    add_all(l, no_builtins);
  free(specs);
  return 0;
}

static int add_link(struct command_line *l) {
  char *library = environment_file("libfencepost-hooks.a"), *wraps = cc_wraps();
  if (!library || !wraps)
    return -1;
  add(l, library);
  /* Functions of the library of mathematics are called by the hooks, and no longer by the
   * program, for which a linker may have left it out. */
  add(l, "-Wl,--push-state,--as-needed");
  add(l, "-lm");
  add(l, "-Wl,--pop-state");
  add(l, wraps);
  return 0;
}

/* Links, which was put off to see what the program defines itself: if that is a function that
 * we would replace, once more, and that is not. The words of add_link are the last ones.
 * Returns the status of a command that has ended; otherwise the command is still to be run. */
static int link_first(struct command_line *l, const char *output) {
  int status;
  pid_t child = fork();
  if (child == 0) {
    execvp(l->at[0], l->at);
    _exit(127);
  }
  if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
      WEXITSTATUS(status) == 127)
    return -1;
  char *wraps = WEXITSTATUS(status) == 0 ? cc_wraps_without(output) : NULL;
  if (!wraps)
    return WEXITSTATUS(status);
  l->at[l->count - 1] = wraps;
  return -1;
}

int command_cc(int argc, char **argv) {
  struct compiler_line asked;
  struct command_line l = {calloc((size_t)argc + MOST, sizeof(char *)), 0};
  if (argc == 0) {
    say("cc needs a compiler: fencepost cc mpicc -O2 -c file.c");
    return EXIT_USAGE;
  }
  if (!l.at || compiler_line_read(&asked, argv + 1)) {
    say("out of memory");
    return EXIT_USAGE;
  }
  if (*asked.refused) {
    say("%s", asked.refused);
    return EXIT_USAGE;
  }
  char version[4096] = "";
  int known = asked.compiles && !ask_version(argc, argv, version, sizeof version);
  add(&l, argv[0]);
  if (asked.compiles && !asked.debug)
    add(&l, "-g");
  for (int i = 1; i < argc; i++)
    add(&l, argv[i]);
  if ((known && add_compile(&l, &asked, version)) || (asked.links && add_link(&l))) {
    say("cannot find libfencepost-hooks.a and fencepost-cc.specs beside the command or in "
        "../lib/fencepost");
    return EXIT_USAGE;
  }
  int status = asked.links ? link_first(&l, asked.output) : -1;
  if (status >= 0)
    return status;
  execvp(argv[0], l.at);
  say("cannot run %s: %s", argv[0], strerror(errno));
  return 127;
}
