/* escape.h: text of a report in other notations. All takes valid UTF-8, as JSON has it, which
 * may still hold quotes, markup, control characters and names of any length.
 *
 * Each writes at most `most` characters of `s` (0: all), then "..." if that was not all. What a
 * notation cannot hold, or what would make a reader see another text than there is (control
 * characters, U+202A to U+202E and their like), is written as U+FFFD. Cost: one pass. */
#ifndef FENCEPOST_ESCAPE_H
#define FENCEPOST_ESCAPE_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* XML 1.0 and HTML, in text and in quoted attributes. */
void escape_xml(FILE *out, const char *s, size_t most);
/* Markdown, on one line: as plain text, in a table too. */
void escape_markdown(FILE *out, const char *s, size_t most);
/* A quoted field of CSV (RFC 4180) that no spreadsheet takes for a formula. */
void escape_csv(FILE *out, const char *s, size_t most);
/* A workflow command of GitHub Actions: its message, or (`property`) the value of a property.
 */
void escape_github(FILE *out, const char *s, size_t most, int property);
/* A URI reference made of a path. */
void escape_uri(FILE *out, const char *path);
/* One line of plain text. */
void escape_line(FILE *out, const char *s, size_t most);

/* A JSON string; control characters but newline are replaced. NULL when memory runs out. */
json_t *escape_json(const char *s, size_t most);

#endif
