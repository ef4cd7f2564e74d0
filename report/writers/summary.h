/* summary.h: a report as text for people, at most a screenful: the worst findings, and a
 * pointer to the rest. On a terminal it is coloured (unless NO_COLOR is set) and as wide as
 * that. */
#ifndef FENCEPOST_SUMMARY_H
#define FENCEPOST_SUMMARY_H

#include <jansson.h>
#include <stdio.h>

struct style {
  int color, verbose;
  int width, height; /* characters; height 0: no terminal */
};

/* `path`: where the whole report is, NULL if nowhere. `verbose`: all findings, in full, each
 * with a suppression to paste. */
void summary_print(const json_t *report, const char *path, FILE *out, int verbose);

/* A text behind a label, nothing if it is empty. */
void summary_text(const char *label, const char *text, FILE *out);
void summary_full(const json_t *finding, const struct style *style, FILE *out);
void summary_short(const json_t *finding, const struct style *style, FILE *out);

#endif
