/* catalog.h: the rows of findings.def, and the words of reports for their enumerations. */
#ifndef FENCEPOST_CATALOG_H
#define FENCEPOST_CATALOG_H

#include "include/finding.h"

struct catalog_row {
  const char *slug;
  enum grade grade;
  const char *title, *section, *error_class, *explanation, *remedy;
};
extern const struct catalog_row catalog[SLUGS];

/* Returns lines of correct C (examples.def), NULL if there are none. */
const char *catalog_example(const struct catalog_row *row);

/* Returns NULL if there is no such slug (a journal of another version). */
const struct catalog_row *catalog_find(const char *slug);
/* Returns "MPI-3.1", or the version that has introduced what the section is about. */
const char *catalog_standard(const char *section);

enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE, SEVERITIES };
const char *catalog_grade(enum grade grade);
const char *catalog_severity(enum severity severity);
enum severity catalog_severity_of(enum grade grade);
/* Returns SEVERITIES if the name is unknown. */
enum severity catalog_severity_named(const char *name);

#endif
