#define _GNU_SOURCE
#include "maps.h"
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include "interpose/arch/own_call.h"
#include "interpose/arch/system_call.h"

/* From linux/fs.h of Linux 6.11 and later. */
struct query {
  uint64_t size, flags, address;
  uint64_t start, end, rights, page_size, offset, inode;
  uint32_t major, minor, name_size, id_size;
  uint64_t name, id;
};
#define QUERY _IOWR('f', 17, struct query)
#define READABLE 1u
#define WRITABLE 2u
#define EXECUTABLE 4u
#define SHARED 8u
#define OR_NEXT 16u /* in `flags` */

static int ask(struct maps *m, struct query *q) {
  *q = (struct query){.size = sizeof *q,
                      .flags = OR_NEXT,
                      .address = m->from,
                      .name_size = sizeof m->text,
                      .name = (uintptr_t)m->text};
  return (int)own_call(SYS_ioctl, m->fd, (long)QUERY, (long)q, 0);
}

int maps_open(struct maps *m, uintptr_t from) {
  m->at = m->have = 0;
  m->from = from;
  m->asks = 1;
  m->fd = (int)own_call(SYS_openat, AT_FDCWD, (long)"/proc/self/maps", O_RDONLY | O_CLOEXEC, 0);
  return m->fd >= 0;
}

void maps_close(const struct maps *m) {
  if (m->fd >= 0)
    own_call(SYS_close, m->fd, 0, 0, 0);
}

static void name_take(struct map *l, const char *name) {
  size_t n = strcspn(name, " ");
  n = n < sizeof l->name ? n : sizeof l->name - 1;
  memcpy(l->name, name, n);
  l->name[n] = 0;
}

/* Returns 0, -ENOENT if there is no more memory, or another error. */
static int next_asked(struct maps *m, struct map *l) {
  struct query q;
  int failed = ask(m, &q);
  if (failed)
    return failed;
  l->lo = q.start;
  l->hi = q.end;
  l->rights[0] = q.rights & READABLE ? 'r' : '-';
  l->rights[1] = q.rights & WRITABLE ? 'w' : '-';
  l->rights[2] = q.rights & EXECUTABLE ? 'x' : '-';
  l->rights[3] = q.rights & SHARED ? 's' : 'p';
  l->rights[4] = 0;
  name_take(l, q.name_size ? m->text : "");
  return 0;
}

/* Returns the next line without its end; NULL: there is none. */
static char *line(struct maps *m) {
  char *end;
  while (!(end = memchr(m->text + m->at, '\n', m->have - m->at))) {
    memmove(m->text, m->text + m->at, m->have -= m->at);
    m->at = 0;
    long n = m->fd < 0 ? 0
                       : own_call(SYS_read, m->fd, (long)(m->text + m->have),
                                  (long)(sizeof m->text - m->have), 0);
    if (n <= 0)
      return NULL;
    m->have += (size_t)n;
  }
  char *text = m->text + m->at;
  *end = 0;
  m->at = (size_t)(end + 1 - m->text);
  return text;
}

static int next_read(struct maps *m, struct map *l) {
  char *text;
  do {
    if (!(text = line(m)))
      return 0;
    l->lo = strtoul(text, &text, 16);
    l->hi = strtoul(text + 1, &text, 16);
  } while (l->hi <= m->from);
  memcpy(l->rights, text + 1, 4);
  l->rights[4] = 0;
  name_take(l, text + strcspn(text, "/["));
  return 1;
}

int maps_next(struct maps *m, struct map *out) {
  int failed = m->asks ? next_asked(m, out) : -ENOTTY, more = !failed;
  if (failed && failed != -ENOENT) {
    m->asks = 0;
    more = next_read(m, out);
  }
  if (more)
    m->from = out->hi;
  return more;
}

int maps_find(uintptr_t at, struct map *out) {
  struct maps m;
  int found = maps_open(&m, at) && maps_next(&m, out);
  maps_close(&m);
  return found;
}
