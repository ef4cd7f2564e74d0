/* summary.h: prints a report as text for people, at most a screenful: the worst findings, and
 * where the rest is. On a terminal the text has colours (unless NO_COLOR is set) and the
 * terminal's width. */
#ifndef FENCEPOST_SUMMARY_H
#define FENCEPOST_SUMMARY_H

#include <jansson.h>
#include <stdio.h>

#include "excerpt.h"

struct style {
  int color, verbose;
  int width, height; /* in characters; height 0: it is no terminal */
  struct sources *sources;
  json_t *explained; /* object: reasons with remedies that were printed -> true */
};

/* `path`: where the whole report is, NULL if nowhere. `verbose`: prints all findings in full,
 * each with a suppression to paste. */
void summary_print(const json_t *report, const char *path, FILE *out, int verbose);

/* Prints a text after a label; nothing if the text is empty. */
void summary_text(const char *label, const char *text, FILE *out);
void summary_full(const json_t *finding, const struct style *style, FILE *out);
void summary_short(const json_t *finding, const struct style *style, FILE *out);

#endif
