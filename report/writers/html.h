/* html.h: the parts of HTML pages: one file each, which loads nothing. */
#ifndef FENCEPOST_HTML_H
#define FENCEPOST_HTML_H

#include <jansson.h>
#include <stdio.h>

#include "excerpt.h"

void html_start(FILE *out, const char *title);
/* `script`: with that of the report's page. */
void html_end(FILE *out, int script);
/* A row of a list of names (HTML) and values (plain text); nothing without a value. */
void html_row(FILE *out, const char *name, const char *value);
/* One finding, closed until it is asked for. */
void html_finding(const json_t *finding, size_t number, struct excerpts *x, FILE *out);

#endif
