#define _GNU_SOURCE
#include "couriers.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "report/input/read.h"
#include "report/journal/folder.h"
#include "report/journal/say.h"
#include "report/journal/seconds.h"
#include "wire.h"

enum {
  STRANGERS = 16,             /* at the same time */
  STRANGER_SECONDS = 5,       /* until one has shown the key */
  QUIET_SECONDS = 3,          /* without a word, after which nothing more is awaited */
  HEADER = 400,               /* letters at most */
  LONGEST = 64 * 1024 * 1024, /* bytes of a part */
  PIECE = 65536,
  PIECES = 64 /* read at a time */
};

struct courier {
  int fd;
  int known; /* has shown the key */
  double since;
  char *text; /* what has come and is not used yet */
  size_t n, room;
};

struct couriers {
  const char *dir;
  char key[COURIER_KEY + 1];
  int listener;
  struct courier *at;
  size_t n;
  struct timespec asked; /* the question that the couriers were told of last */
  double heard;          /* when something came last */
};

/* Beginning. */

static int make_key(char *key) {
  unsigned char bytes[COURIER_KEY / 2];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    return -1;
  for (size_t i = 0; i < sizeof bytes; i++)
    sprintf(key + 2 * i, "%02x", bytes[i]);
  return 0;
}

static int announce(const struct couriers *c) {
  char addresses[1024], *value = NULL;
  int port = wire_port(c->listener);
  if (port <= 0 || !wire_addresses(addresses, sizeof addresses) ||
      asprintf(&value, "%s,%d%s", c->key, port, addresses) < 0)
    return -1;
  int bad = setenv(COURIER_VARIABLE, value, 1);
  free(value);
  return bad;
}

struct couriers *couriers_new(const char *dir) {
  struct couriers *c = calloc(1, sizeof *c);
  unsetenv(COURIER_VARIABLE);
  if (!c)
    return NULL;
  *c = (struct couriers){.dir = dir, .listener = wire_listen()};
  if (c->listener >= 0 && !make_key(c->key) && !announce(c))
    return c;
  if (c->listener >= 0)
    close(c->listener);
  free(c);
  return NULL;
}

/* One courier. */

static void dismiss(struct courier *r) {
  close(r->fd);
  free(r->text);
  r->fd = -1;
}

static void tell(struct courier *r, const char *word) {
  char line[64];
  int n = snprintf(line, sizeof line, "%s\n", word);
  if (r->fd >= 0 && wire_send(r->fd, line, (size_t)n))
    dismiss(r);
}

static void tell_all(struct couriers *c, const char *word, const struct courier *but) {
  for (size_t i = 0; i < c->n; i++)
    if (c->at[i].known && &c->at[i] != but)
      tell(&c->at[i], word);
}

/* Only files that ranks write are taken. */
static int is_of_rank(const char *name) {
  char *world = NULL;
  int rank,
      is = !strchr(name, '/') && (read_name(name, &world, &rank) || folder_is_pulse(name));
  free(world);
  return is;
}

static int keep(const struct couriers *c, const char *name, long offset, const char *bytes,
                size_t length) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/%s", c->dir, name) >= (int)sizeof path)
    return -1;
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666);
  int bad = fd < 0 || pwrite(fd, bytes, length, offset) != (ssize_t)length;
  if (bad)
    say("cannot write what ranks on another host tell to %s: %s", path, strerror(errno));
  if (fd >= 0)
    close(fd);
  return bad;
}

static int question(const struct couriers *c, struct timespec *made) {
  char path[4096];
  struct stat st;
  if (snprintf(path, sizeof path, "%s/" DUMP_FILE, c->dir) >= (int)sizeof path ||
      stat(path, &st))
    return 0;
  *made = st.st_mtim;
  return 1;
}

/* A rank on the courier's host asks all others. */
static void ask_here(struct couriers *c, const struct courier *from) {
  char path[4096];
  if (snprintf(path, sizeof path, "%s/" DUMP_FILE, c->dir) >= (int)sizeof path)
    return;
  unlink(path); /* a new file is a new question */
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0)
    close(fd);
  question(c, &c->asked);
  tell_all(c, COURIER_ASK, from);
}

/* Returns -1 if it is not to be heard any more. */
static int take(struct couriers *c, struct courier *r, const char *name, long offset,
                const char *bytes, size_t length) {
  if (!strcmp(name, COURIER_DUMP))
    ask_here(c, r);
  else if (!strcmp(name, COURIER_DONE))
    tell(r, COURIER_KEPT);
  else
    return is_of_rank(name) && offset >= 0 ? keep(c, name, offset, bytes, length) : -1;
  return 0;
}

/* Returns how many bytes were used: 0 if there is no whole part yet; -1 as above. */
static ssize_t use_part(struct couriers *c, struct courier *r) {
  char name[256];
  long offset, length;
  const char *end = memchr(r->text, '\n', r->n < HEADER ? r->n : HEADER);
  if (!end)
    return r->n < HEADER ? 0 : -1;
  if (sscanf(r->text, "%255[^ \n] %ld %ld", name, &offset, &length) != 3 || length < 0 ||
      length > LONGEST)
    return -1;
  size_t head = (size_t)(end + 1 - r->text);
  if (r->n - head < (size_t)length)
    return 0;
  return take(c, r, name, offset, end + 1, (size_t)length) ? -1
                                                           : (ssize_t)(head + (size_t)length);
}

/* Looks at each letter, so that it takes the same time for all wrong keys. */
static ssize_t use_key(const struct couriers *c, struct courier *r) {
  const char *half = c->key + COURIER_KEY / 2;
  int differs = 0;
  if (r->n < COURIER_KEY / 2 + 1)
    return 0;
  for (int i = 0; i < COURIER_KEY / 2; i++)
    differs |= r->text[i] ^ half[i];
  r->known = !differs && r->text[COURIER_KEY / 2] == '\n';
  return r->known ? COURIER_KEY / 2 + 1 : -1;
}

static void use(struct couriers *c, struct courier *r) {
  ssize_t used = 1;
  while (used > 0 && r->fd >= 0 && r->n > 0) {
    used = r->known ? use_part(c, r) : use_key(c, r);
    if (used > 0) {
      r->n -= (size_t)used;
      memmove(r->text, r->text + used, r->n);
      r->text[r->n] = '\0';
    }
  }
  if (used < 0 && r->fd >= 0)
    dismiss(r);
}

static int make_room(struct courier *r) {
  if (r->room - r->n > PIECE)
    return 1;
  size_t room = r->room * 2 + 2 * PIECE;
  char *more = (r->known ? room <= 4 * (size_t)LONGEST : room <= 8 * PIECE)
                   ? realloc(r->text, room)
                   : NULL;
  if (!more)
    return 0;
  r->text = more;
  r->room = room;
  return 1;
}

static void hear(struct couriers *c, struct courier *r) {
  for (int i = 0; i < PIECES && r->fd >= 0; i++) { /* others are to have their turn */
    ssize_t n =
        make_room(r) ? recv(r->fd, r->text + r->n, r->room - r->n - 1, MSG_DONTWAIT) : 0;
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR))
      break;
    if (n <= 0) {
      dismiss(r);
      break;
    }
    r->n += (size_t)n;
    r->text[r->n] = '\0';
    c->heard = clock_now();
    use(c, r);
  }
  if (r->fd >= 0 && !r->known && clock_now() - r->since > STRANGER_SECONDS)
    dismiss(r);
}

/* All of them. */

static void greet(struct couriers *c) {
  size_t strangers = 0;
  for (size_t i = 0; i < c->n; i++)
    strangers += !c->at[i].known;
  for (int fd; strangers < STRANGERS && (fd = wire_accept(c->listener)) >= 0; strangers++) {
    struct courier *more = realloc(c->at, (c->n + 1) * sizeof *more);
    if (!more) {
      close(fd);
      return;
    }
    char half[COURIER_KEY / 2 + 1];
    memcpy(half, c->key, COURIER_KEY / 2);
    half[COURIER_KEY / 2] = '\0';
    c->at = more;
    more[c->n] = (struct courier){.fd = fd, .since = clock_now()};
    tell(&more[c->n++], half);
  }
}

static void pass_question(struct couriers *c) {
  struct timespec made;
  if (!question(c, &made) ||
      (made.tv_sec == c->asked.tv_sec && made.tv_nsec == c->asked.tv_nsec))
    return;
  c->asked = made;
  tell_all(c, COURIER_ASK, NULL);
}

size_t couriers_serve(struct couriers *c) {
  size_t kept = 0;
  if (!c)
    return 0;
  greet(c);
  pass_question(c);
  for (size_t i = 0; i < c->n; i++)
    if (c->at[i].fd >= 0)
      hear(c, &c->at[i]);
  for (size_t i = 0; i < c->n; i++)
    if (c->at[i].fd >= 0)
      c->at[kept++] = c->at[i];
  return c->n = kept;
}

void couriers_end_ranks(struct couriers *c) {
  if (c)
    tell_all(c, COURIER_END, NULL);
}

void couriers_free(struct couriers *c) {
  if (!c)
    return;
  c->heard = clock_now();
  while (couriers_serve(c) && clock_now() - c->heard < QUIET_SECONDS)
    clock_sleep(0.02);
  for (size_t i = 0; i < c->n; i++)
    dismiss(&c->at[i]);
  close(c->listener);
  free(c->at);
  free(c);
}
