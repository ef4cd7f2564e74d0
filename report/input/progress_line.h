/* progress_line.h: one line on a terminal that says what goes on and takes so long. There is
 * one for the whole process.
 *
 * Who draws it beside a program that prints as well keeps the terminal's last row for it: what
 * the program prints scrolls above. Of a terminal that does not tell its size no row can be
 * kept: there the line begins at a carriage return, and is wiped before we print anything else
 * (say.h).
 *
 * Nothing is shown where stderr is no terminal, or is one that belongs to others (in the
 * background); unless plain lines are asked for, which come at growing distances. */
#ifndef FENCEPOST_PROGRESS_LINE_H
#define FENCEPOST_PROGRESS_LINE_H

#include <stddef.h>

enum line_way { LINE_ON_TERMINAL, LINE_PLAIN };
/* How lines are shown from now on; at first: on terminals. */
void line_way(enum line_way way);
/* Shows the text in place of the last one. `row`: keeps a row for it. */
void line_show(const char *text, int row);
/* Wipes the line, and gives the row back. */
void line_end(void);

/* Shows "fencepost: WHAT, DONE of TOTAL, SECONDS s" in place of the last one, at most once a
 * second, and not in the first two. */
void busy_show(const char *what, size_t done, size_t total);
/* From now on it is shown in the first two seconds, too. */
void busy_at_once(void);
/* This process shows nothing any more. */
void busy_quiet(void);
/* Wipes the line, unless a row is kept for it. */
void busy_end(void);

#endif
