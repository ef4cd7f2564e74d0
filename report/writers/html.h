/* html.h: the parts of HTML pages: one file each, which loads nothing. */
#ifndef FENCEPOST_HTML_H
#define FENCEPOST_HTML_H

#include <jansson.h>
#include <stdio.h>

#include "excerpt.h"

void html_start(FILE *out, const char *title);
/* `script`: includes the script of a report's page. */
void html_end(FILE *out, int script);
/* Writes a row of a list of names (HTML) and values (plain text); nothing if there is no
 * value. */
void html_row(FILE *out, const char *name, const char *value);
/* Writes the windows of a report with their epochs and copies; nothing if there is none. */
void html_windows(const json_t *report, FILE *out);
/* Writes one finding, which is folded until somebody opens it, or `open`. */
void html_finding(const json_t *finding, size_t number, int open, struct sources *x, FILE *out);
/* The same, without what the report tells of it. */
void html_brief(const json_t *finding, size_t number, FILE *out);

#endif
