#define _GNU_SOURCE
#include "courier.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "courier_files.h"
#include "couriers.h"
#include "report/journal/folder.h"
#include "report/journal/seconds.h"
#include "wire.h"

enum {
  LOOK_MS = 50,
  CALL_SECONDS = 2,  /* for each address, */
  CALL_TIMES = 3,    /* each of which is called so often */
  FIRST_SECONDS = 60 /* until the first rank has a journal */
};

struct round_trip {
  const char *dir;
  int socket;
  struct courier_files *files;
  double began, killed;  /* killed: when the ranks are to be killed; 0: never */
  struct timespec asked; /* the question that was made here or told of last */
  char text[64];         /* the line that we are hearing */
  size_t n;
  int over, kept;
};

/* The first rank's output and its connection to the launcher must not stay open here. */
static void leave(void) {
  int nothing = open("/dev/null", O_RDWR);
  for (int fd = 0; fd < 3 && nothing >= 0; fd++)
    dup2(nothing, fd);
  close_range(3, ~0u, 0);
  setsid(); /* launchers end whole groups of processes */
  for (const int *s = (const int[]){SIGHUP, SIGINT, SIGTERM, SIGPIPE, 0}; *s; s++)
    signal(*s, SIG_IGN);
}

static int receive(int socket, char *bytes, size_t n) {
  struct pollfd in = {.fd = socket, .events = POLLIN};
  while (n) {
    ssize_t got = poll(&in, 1, CALL_SECONDS * 1000) == 1 ? recv(socket, bytes, n, 0) : 0;
    if (got <= 0)
      return -1;
    bytes += got;
    n -= (size_t)got;
  }
  return 0;
}

/* Another program may listen at one of the addresses on our host, so that each side shows what
 * it knows. */
static int greets(int socket, const char *key) {
  enum { HALF = COURIER_KEY / 2 };
  char text[HALF + 1];
  if (receive(socket, text, HALF + 1) || memcmp(text, key, HALF) != 0)
    return 0;
  memcpy(text, key + HALF, HALF);
  text[HALF] = '\n';
  return !wire_send(socket, text, HALF + 1);
}

static int reach(const char *variable) {
  char *text = strdup(variable ? variable : ""), *rest = NULL;
  const char *key = text ? strtok_r(text, ",", &rest) : NULL,
             *port = key ? strtok_r(NULL, ",", &rest) : NULL;
  int found = -1;
  if (port && strlen(key) == COURIER_KEY)
    for (char *at; found < 0 && (at = strtok_r(NULL, ",", &rest));) {
      int s = wire_call(at, port, CALL_SECONDS);
      if (s >= 0 && greets(s, key))
        found = s;
      else if (s >= 0)
        close(s);
    }
  free(text);
  return found;
}

static int send_part(void *context, const char *name, long offset, const char *bytes,
                     size_t n) {
  const struct round_trip *t = context;
  char head[400];
  int length = snprintf(head, sizeof head, "%s %ld %zu\n", name, offset, n);
  return wire_send(t->socket, head, (size_t)length) || (n && wire_send(t->socket, bytes, n));
}

/* Questions. */

static int dump_path(const struct round_trip *t, char *path, size_t room) {
  return snprintf(path, room, "%s/" DUMP_FILE, t->dir) < (int)room;
}

static int is_asked(const struct round_trip *t, struct timespec *made) {
  char path[4096];
  struct stat st;
  if (!dump_path(t, path, sizeof path) || stat(path, &st))
    return 0;
  *made = st.st_mtim;
  return made->tv_sec != t->asked.tv_sec || made->tv_nsec != t->asked.tv_nsec;
}

static void ask(struct round_trip *t) {
  char path[4096];
  if (!dump_path(t, path, sizeof path))
    return;
  unlink(path); /* a new file is a new question */
  int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (fd >= 0)
    close(fd);
  is_asked(t, &t->asked);
}

/* A rank here asks all others. */
static int pass_question(struct round_trip *t) {
  struct timespec made;
  if (!is_asked(t, &made))
    return 0;
  t->asked = made;
  return send_part(t, COURIER_DUMP, 0, "", 0);
}

/* What `fencepost run` says. */

static void obey(struct round_trip *t, const char *word) {
  enum { TERM_SECONDS = 2 };
  if (!strcmp(word, COURIER_ASK)) {
    ask(t);
  } else if (!strcmp(word, COURIER_KEPT)) {
    t->kept = t->over = 1;
  } else if (!strcmp(word, COURIER_END) && t->killed <= 0) {
    courier_files_signal(t->files, SIGTERM);
    courier_files_signal(t->files, SIGCONT);
    t->killed = clock_now() + TERM_SECONDS;
  }
}

static void hear(struct round_trip *t) {
  struct pollfd in = {.fd = t->socket, .events = POLLIN};
  char letter;
  for (int wait = LOOK_MS; !t->over && poll(&in, 1, wait) > 0; wait = 0) {
    if (recv(t->socket, &letter, 1, 0) != 1) {
      t->over = 1;
    } else if (letter != '\n') {
      t->n = t->n + 1 < sizeof t->text ? t->n : 0;
      t->text[t->n++] = letter;
    } else {
      t->text[t->n] = '\0';
      t->n = 0;
      obey(t, t->text);
    }
  }
}

static void go(struct round_trip *t) {
  const struct courier_way way = {send_part, t};
  size_t living, ranks = 0;
  int done = 0;
  while (!t->over) {
    /* what a rank has written last is there when it is seen to have ended */
    ranks = courier_files_ranks(t->files, &living);
    if (courier_files_send(t->files, &way) || pass_question(t))
      break;
    if (ranks && !living && !done++ && send_part(t, COURIER_DONE, 0, "", 0))
      break;
    if (!ranks && clock_now() - t->began > FIRST_SECONDS)
      break;
    hear(t);
    if (t->killed > 0 && clock_now() > t->killed)
      courier_files_signal(t->files, SIGKILL);
  }
}

int courier_run(const char *dir) {
  const char *where = getenv(COURIER_VARIABLE);
  struct round_trip t = {
      .dir = dir, .socket = -1, .began = clock_now(), .files = courier_files_new(dir)};
  leave();
  for (int i = 0; t.socket < 0 && i < CALL_TIMES; i++)
    t.socket = reach(where);
  if (t.files && t.socket >= 0)
    go(&t);
  courier_files_free(t.files);
  return t.kept;
}
