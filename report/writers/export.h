/* export.h: the forms of a report, one row each. The same report always gives the same bytes,
 * except as HTML, which also shows the sources as they are now.
 *
 * A writer gets a report that report_load would pass, and prints it; errors are those of `out`.
 * Paths below the working directory are written relative to it. */
#ifndef FENCEPOST_EXPORT_H
#define FENCEPOST_EXPORT_H

#include <jansson.h>
#include <stdio.h>

struct export {
  const json_t *report;
  /* A word of --fail-on: findings of this severity or a higher one are failures. */
  const char *fail_on;
  /* Path of the report, so that its other forms can point to it; NULL = none. */
  const char *path;
};

struct export_format {
  const char *name;
  const char *suffix; /* end of the name of its file beside the report */
  void (*write)(const struct export *e, FILE *out);
  const char *help;
  size_t whole; /* so many findings must be whole (load.h); 0: all */
};

/* A page shows no more findings whole: browsers have no room for many pictures. */
#define EXPORT_WHOLE 2000

extern const struct export_format export_formats[]; /* ends with a NULL name */

/* Returns NULL after one line on stderr, which names a form with a similar name. */
const struct export_format *export_find(const char *name);

/* Returns whether `list`, names with commas between, has only known ones; says which is not. */
int export_known(const char *list);

/* Writes the report in each form of `list` beside `path`: r.json gives r.html, r.sarif ...
 * Returns -1 after saying what is wrong. */
int export_beside(const json_t *report, const char *list, const char *fail_on,
                  const char *path);

/* The writers. */
void export_json(const struct export *e, FILE *out);
void export_text(const struct export *e, FILE *out);
void export_html(const struct export *e, FILE *out);
void export_sarif(const struct export *e, FILE *out);
void export_junit(const struct export *e, FILE *out);
void export_gitlab(const struct export *e, FILE *out);
void export_github(const struct export *e, FILE *out);
void export_markdown(const struct export *e, FILE *out);
void export_csv(const struct export *e, FILE *out);

#endif
