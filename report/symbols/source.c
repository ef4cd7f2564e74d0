#include "source.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uthash.h>

#define FILE_MOST (8l << 20)

struct source {
  char *path, *text; /* text NULL: the file cannot be had */
  char **line;       /* each ends with NUL */
  long lines;
  UT_hash_handle hh;
};

struct sources {
  struct source *all;
};

struct sources *sources_new(void) {
  return calloc(1, sizeof(struct sources));
}

void sources_free(struct sources *s) {
  struct source *of, *next;
  if (!s)
    return;
  HASH_ITER(hh, s->all, of, next) {
    HASH_DEL(s->all, of);
    free(of->path);
    free(of->text);
    free(of->line);
    free(of);
  }
  free(s);
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

static struct source *find(struct sources *all, const char *path) {
  struct source *s;
  HASH_FIND_STR(all->all, path, s);
  if (s || !(s = calloc(1, sizeof *s)))
    return s;
  if (!(s->path = strdup(path))) {
    free(s);
    return NULL;
  }
  if ((s->text = read_text(path)))
    split(s);
  HASH_ADD_KEYPTR(hh, all->all, s->path, strlen(s->path), s);
  return s;
}

long source_lines(struct sources *s, const char *path) {
  struct source *of = s && path ? find(s, path) : NULL;
  return of && of->line ? of->lines : -1;
}

const char *source_line(struct sources *s, const char *path, long number) {
  struct source *of = s && path && number > 0 ? find(s, path) : NULL;
  return of && of->line && number <= of->lines ? of->line[number - 1] : NULL;
}
