#include "compiler_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NESTED 16 /* how deep response files may lie in response files */

struct compiler_words {
  char **at;
  int count, room;
};

static int words_add(struct compiler_words *w, char *word) {
  if (!word)
    return -1;
  if (w->count == w->room) {
    int room = w->room ? 2 * w->room : 64;
    char **more = realloc(w->at, (size_t)room * sizeof *more);
    if (!more) {
      free(word);
      return -1;
    }
    w->at = more;
    w->room = room;
  }
  w->at[w->count++] = word;
  return 0;
}

static int is_space(int c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

/* Reads the next word of a response file as the GNU tools do; NULL at its end. */
static char *read_word(FILE *in) {
  char *word = NULL;
  size_t n;
  int c = getc(in), quote = 0;
  while (is_space(c))
    c = getc(in);
  FILE *out = c == EOF ? NULL : open_memstream(&word, &n);
  if (!out)
    return NULL;
  for (; c != EOF && (quote || !is_space(c)); c = getc(in)) {
    if (c == quote)
      quote = 0;
    else if (!quote && (c == '"' || c == '\''))
      quote = c;
    else if (c != '\\' || quote == '\'' || (c = getc(in)) != EOF)
      putc(c, out);
  }
  return fclose(out) ? NULL : word;
}

static int words_read(struct compiler_words *w, const char *word, int depth) {
  FILE *in = *word == '@' && depth < NESTED ? fopen(word + 1, "r") : NULL;
  char *inner;
  int bad = 0;
  if (!in)
    return words_add(w, strdup(word));
  while (!bad && (inner = read_word(in))) {
    bad = words_read(w, inner, depth + 1);
    free(inner);
  }
  fclose(in);
  return bad;
}

static int is_one(const char *word, const char *const *of) {
  for (; *of; of++)
    if (!strcmp(word, *of))
      return 1;
  return 0;
}

/* Options whose value is the next word. */
static int takes_value(const char *word) {
  static const char *const options[] = {"-o",
                                        "-I",
                                        "-L",
                                        "-D",
                                        "-U",
                                        "-include",
                                        "-imacros",
                                        "-isystem",
                                        "-iquote",
                                        "-isysroot",
                                        "-idirafter",
                                        "-iprefix",
                                        "-MF",
                                        "-MT",
                                        "-MQ",
                                        "-Xlinker",
                                        "-Xclang",
                                        "-Xassembler",
                                        "-Xpreprocessor",
                                        "-mllvm",
                                        "-T",
                                        "-u",
                                        "-e",
                                        "-z",
                                        "-l",
                                        "-A",
                                        "-J",
                                        "-B",
                                        "--param",
                                        "-aux-info",
                                        "-target",
                                        "-framework",
                                        "-wrapper",
                                        "-dumpbase",
                                        NULL};
  return is_one(word, options);
}

static int stops_before_link(const char *word) {
  static const char *const options[] = {"-c", "-S", "-E", "-M", "-MM", "-fsyntax-only",
                                        "-r", NULL};
  return is_one(word, options);
}

enum input { OBJECT, SOURCE, FORTRAN };

static enum input kind_of(const char *file, const char *language) {
  static const char *const fortran[] = {".f",   ".for", ".ftn", ".f90", ".f95", ".f03",
                                        ".f08", ".F",   ".FOR", ".FTN", ".F90", ".F95",
                                        ".F03", ".F08", ".fpp", ".FPP", NULL};
  static const char *const others[] = {".c",   ".i",   ".cc",  ".cp", ".cxx", ".cpp",
                                       ".c++", ".C",   ".CPP", ".ii", ".m",   ".mm",
                                       ".h",   ".hpp", ".hxx", ".hh", NULL};
  const char *dot = strrchr(file, '.');
  if (language)
    return !strncmp(language, "f", 1) ? FORTRAN : SOURCE;
  if (!dot)
    return OBJECT;
  return is_one(dot, fortran) ? FORTRAN : is_one(dot, others) ? SOURCE : OBJECT;
}

/* Sanitizers that change loads and stores themselves. */
static int refuse_sanitizer(struct compiler_line *l, const char *list) {
  static const char *const names[] = {
      "address",        "hwaddress",        "thread",   "memory",
      "kernel-address", "kernel-hwaddress", "dataflow", NULL};
  while (*list) {
    char name[32];
    size_t n = strcspn(list, ",");
    snprintf(name, sizeof name, "%.*s", (int)n, list);
    if (is_one(name, names)) {
      snprintf(l->refused, sizeof l->refused,
               "-fsanitize=%s and `fencepost cc` cannot be used together: both replace how "
               "memory is accessed",
               name);
      return 1;
    }
    list += n + (list[n] == ',');
  }
  return 0;
}

static void refuse(struct compiler_line *l, const struct compiler_words *w) {
  const char *lto = NULL, *whole = NULL;
  for (int i = 0; i < w->count; i++) {
    const char *word = w->at[i];
    if (!strncmp(word, "-fsanitize=", 11) && refuse_sanitizer(l, word + 11))
      return;
    if (!strcmp(word, "-flto") || !strncmp(word, "-flto=", 6))
      lto = word;
    if (!strcmp(word, "-fno-lto"))
      lto = NULL;
    if (!strcmp(word, "-static") || !strcmp(word, "-static-pie"))
      whole = word;
  }
  if (lto)
    snprintf(l->refused, sizeof l->refused,
             "with %s the compiler would drop what makes loads and stores visible: build "
             "without it, or add -fno-lto",
             lto);
  else if (whole && l->links)
    snprintf(l->refused, sizeof l->refused,
             "a program linked with %s cannot be checked: its MPI calls would not be seen",
             whole);
}

static void classify(struct compiler_line *l, const struct compiler_words *w) {
  const char *language = NULL;
  int inputs = 0, sources = 0, fortran = 0, link = 1;
  snprintf(l->output, sizeof l->output, "a.out");
  for (int i = 0; i < w->count; i++) {
    const char *word = w->at[i];
    if (!strncmp(word, "-x", 2)) {
      language = word[2] ? word + 2 : i + 1 < w->count ? w->at[++i] : "";
      language = strcmp(language, "none") ? language : NULL;
    } else if (stops_before_link(word)) {
      link = 0;
    } else if (!strncmp(word, "-o", 2) && (word[2] || i + 1 < w->count)) {
      snprintf(l->output, sizeof l->output, "%s", word[2] ? word + 2 : w->at[++i]);
    } else if (takes_value(word)) {
      i++;
    } else if (!strncmp(word, "-g", 2)) {
      l->debug = 1;
    } else if (*word != '-' || !word[1]) {
      enum input kind = kind_of(word, language);
      inputs++;
      sources += kind != OBJECT;
      fortran += kind == FORTRAN;
    } else if (!strncmp(word, "-l", 2)) {
      inputs++;
    }
  }
  l->compiles = sources > 0;
  l->links = link && inputs > 0;
  l->fortran = sources > 0 && fortran == sources;
}

int compiler_line_read(struct compiler_line *line, char **argv) {
  struct compiler_words w = {NULL, 0, 0};
  int bad = 0;
  memset(line, 0, sizeof *line);
  for (; *argv && !bad; argv++)
    bad = words_read(&w, *argv, 0);
  if (!bad) {
    classify(line, &w);
    refuse(line, &w);
  }
  for (int i = 0; i < w.count; i++)
    free(w.at[i]);
  free(w.at);
  return bad;
}
