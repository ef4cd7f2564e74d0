/* escape.h: writes text of a report in other notations. The text is valid UTF-8, as JSON has
 * it; it may contain quotes, markup, control characters and names of any length.
 *
 * Each function writes at most `most` characters of `s` (0: all), then "..." if that was not
 * all. A character that a notation cannot hold, or that would make a reader see another text
 * than there is (control characters, U+202A to U+202E and their like), is written as U+FFFD.
 * Cost: one pass. */
#ifndef FENCEPOST_ESCAPE_H
#define FENCEPOST_ESCAPE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* For XML 1.0 and HTML, in text and in quoted attributes. */
void escape_xml(FILE *out, const char *s, size_t most);
/* For Markdown, on one line: as plain text, also in a table. */
void escape_markdown(FILE *out, const char *s, size_t most);
/* For CSV (RFC 4180): a quoted field that no spreadsheet takes for a formula. */
void escape_csv(FILE *out, const char *s, size_t most);
/* For a workflow command of GitHub Actions: its message, or (`property`) the value of a
 * property. */
void escape_github(FILE *out, const char *s, size_t most, int property);
/* Makes a URI reference of a path. */
void escape_uri(FILE *out, const char *path);
/* For one line of plain text. */
void escape_line(FILE *out, const char *s, size_t most);

/* Returns a JSON string; control characters except newline are replaced. NULL when memory runs
 * out. */
json_t *escape_json(const char *s, size_t most);

#endif
