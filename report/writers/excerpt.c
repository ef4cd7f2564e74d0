#include "excerpt.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uthash.h>

#include "escape.h"
#include "report/journal/member.h"
#include "report/journal/text.h"
#include "words.h"

enum { AROUND = 5, WIDTH = 300 };
#define FILE_MOST (8l << 20)

struct source {
  char *path, *text; /* text NULL: the file cannot be had */
  char **line;       /* each ends with NUL */
  long lines;
  UT_hash_handle hh;
};

struct excerpts {
  struct source *sources;
};

struct excerpts *excerpts_new(void) {
  return calloc(1, sizeof(struct excerpts));
}

void excerpts_free(struct excerpts *x) {
  struct source *s, *next;
  if (!x)
    return;
  HASH_ITER(hh, x->sources, s, next) {
    HASH_DEL(x->sources, s);
    free(s->path);
    free(s->text);
    free(s->line);
    free(s);
  }
  free(x);
}

static char *read_text(const char *path) {
  struct stat st;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
  if (fd < 0)
    return NULL;
  char *text = NULL;
  ssize_t n = 0;
  if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) && st.st_size <= FILE_MOST &&
      (text = malloc((size_t)st.st_size + 1)))
    n = read(fd, text, (size_t)st.st_size);
  close(fd);
  if (text)
    text[n > 0 ? n : 0] = '\0';
  return text;
}

static void split(struct source *s) {
  long room = 1;
  for (const char *p = s->text; *p; p++)
    room += *p == '\n';
  if (!(s->line = calloc((size_t)room, sizeof *s->line)))
    return;
  for (char *p = s->text; *p && s->lines < room;) {
    s->line[s->lines++] = p;
    p += strcspn(p, "\n");
    if (*p)
      *p++ = '\0';
  }
}

static struct source *find(struct excerpts *x, const char *path) {
  struct source *s;
  HASH_FIND_STR(x->sources, path, s);
  if (s || !(s = calloc(1, sizeof *s)))
    return s;
  if (!(s->path = strdup(path))) {
    free(s);
    return NULL;
  }
  if ((s->text = read_text(path)))
    split(s);
  HASH_ADD_KEYPTR(hh, x->sources, s->path, strlen(s->path), s);
  return s;
}

static void print_line(const char *line, long number, int marked, FILE *out) {
  json_t *clean = text_json(line);
  fprintf(out, "<li>%s<span>%ld</span>", marked ? "<mark>" : "", number);
  escape_xml(out, json_string_value(clean) ? json_string_value(clean) : "", WIDTH);
  fputs(marked ? "</mark></li>\n" : "</li>\n", out);
  json_decref(clean);
}

static void print_lines(const struct source *s, long line, FILE *out) {
  long from = line > AROUND ? line - AROUND : 1, to = line + AROUND;
  fputs("<ol class=\"code\" tabindex=\"0\" aria-label=\"source\">\n", out);
  for (long n = from; n <= to && n <= s->lines; n++)
    print_line(s->line[n - 1], n, n == line, out);
  fputs("</ol>", out);
}

void excerpt_html(struct excerpts *x, const json_t *at, const char *heading, FILE *out) {
  const char *file = member_text(at, "file");
  long line = (long)member_number(at, "line", 0);
  struct source *s = x && file && line > 0 ? find(x, file) : NULL;
  char *place = view_place(at);
  fputs("<div class=\"source\"><p>", out);
  escape_xml(out, heading, WIDTH);
  fputs("<br><code>", out);
  escape_xml(out, place ? place : "", WIDTH);
  fputs("</code></p>", out);
  if (s && s->line && line <= s->lines)
    print_lines(s, line, out);
  else
    fprintf(out, "<p>%s</p>",
            !file          ? "No source is known: build the program with -g."
            : s && s->line ? "The source is shorter now than it was."
                           : "The source is not here.");
  fputs("</div>\n", out);
  free(place);
}

const char *excerpt_line(struct excerpts *x, const json_t *at) {
  const char *file = member_text(at, "file");
  long number = (long)member_number(at, "line", 0);
  struct source *s = x && file && number > 0 ? find(x, file) : NULL;
  if (!s || !s->line || number > s->lines)
    return NULL;
  const char *line = s->line[number - 1] + strspn(s->line[number - 1], " \t\r");
  return *line ? line : NULL;
}
