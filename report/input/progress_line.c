#include "progress_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "report/journal/say.h"
#include "report/journal/seconds.h"

enum { SOON = 2, PLAIN_LEAST = 5, PLAIN_MOST = 60 }; /* seconds */
enum { ROWS_LEAST = 4, MOST = 1024 };

static struct {
  enum line_way way;
  int shown, quiet, busy; /* busy: what stands there is of busy_show */
  int row;                /* the row that is kept; 0: none */
  double next, wait;      /* plain lines: when the next one may come */
  time_t start, last;
} line;

void line_way(enum line_way way) {
  line.way = way;
}

static int on_terminal(void) {
  const char *kind = getenv("TERM");
  pid_t front = tcgetpgrp(STDERR_FILENO); /* -1: it is not the one that controls us */
  return isatty(STDERR_FILENO) && (front < 0 || front == getpgrp()) &&
         !(kind && !strcmp(kind, "dumb"));
}

/* One write, so that what the program prints cannot come between. */
static void put(const char *text) {
  if (write(STDERR_FILENO, text, strlen(text)) < 0)
    line.quiet = 1;
}

static void plain(const char *text) {
  double now = clock_now();
  if (now < line.next)
    return;
  line.wait = line.wait <= 0               ? PLAIN_LEAST
              : line.wait * 2 < PLAIN_MOST ? line.wait * 2
                                           : PLAIN_MOST;
  line.next = now + line.wait;
  say("%s", text);
}

/* The sequences are those of ECMA-48 and the VT100: D scrolls if the cursor is in the last row,
 * and keeps its column; 7 and 8 save and restore the cursor, which setting a region moves. */
static void row_take(int row) {
  char text[64];
  snprintf(text, sizeof text, "\033D\033[A\0337\033[1;%dr\0338", row - 1);
  put(text);
  line.row = row;
}

static void draw(const char *text, int row, int columns) {
  char out[MOST + 64];
  int most = columns > 1 && columns <= MOST ? columns - 1 : 79;
  if (row && row != line.row)
    row_take(row);
  if (row)
    snprintf(out, sizeof out, "\0337\033[0m\033[%d;1H\033[2Kfencepost: %.*s\0338", row,
             most > 11 ? most - 11 : 0, text);
  else
    snprintf(out, sizeof out, "\r\033[Kfencepost: %.*s", most > 11 ? most - 11 : 0, text);
  put(out);
}

void line_show(const char *text, int row) {
  struct winsize size = {0};
  if (line.quiet)
    return;
  if (line.way == LINE_PLAIN) {
    plain(text);
    return;
  }
  if (!on_terminal())
    return;
  ioctl(STDERR_FILENO, TIOCGWINSZ, &size);
  int kept = (row || line.row) && size.ws_row >= ROWS_LEAST ? size.ws_row : 0;
  draw(text, kept, size.ws_col);
  line.shown = 1;
  if (!kept)
    say_first(line_end);
}

void line_end(void) {
  char text[64];
  if (line.shown && line.row) {
    snprintf(text, sizeof text, "\0337\033[r\033[%d;1H\033[2K\0338", line.row);
    put(text);
  } else if (line.shown) {
    put("\r\033[K");
  }
  line.shown = line.row = 0;
}

static int at_once;

void busy_at_once(void) {
  at_once = 1;
}

void busy_show(const char *what, size_t done, size_t total) {
  char text[256];
  time_t now = time(NULL);
  if (!line.start) {
    line.start = now;
    line.last = now - at_once;
  }
  if ((now < line.start + SOON && !at_once) || now == line.last)
    return;
  line.last = now;
  snprintf(text, sizeof text, "%s, %zu of %zu, %lld s", what, done, total,
           (long long)(now - line.start));
  line.busy = 1;
  line_show(text, 0);
}

void busy_quiet(void) {
  line.quiet = 1;
}

void busy_end(void) {
  if (line.busy && !line.row)
    line_end();
  line.busy = 0;
  line.start = 0;
}
