#include "catalog.h"

#include <string.h>

const struct catalog_row catalog[SLUGS] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy)             \
  {slug, grade, title, section, error_class, explanation, remedy},
#include "include/findings.def"
#undef FINDING
};

static const char *const examples[SLUGS] = {
#define EXAMPLE(id, text) [SLUG_##id] = text,
#include "include/examples.def"
#undef EXAMPLE
};

const char *catalog_example(const struct catalog_row *row) {
  return examples[row - catalog];
}

const struct catalog_row *catalog_find(const char *slug) {
  for (int i = 0; i < SLUGS; i++)
    if (!strcmp(catalog[i].slug, slug))
      return &catalog[i];
  return NULL;
}

/* Section 4.2 is about partitions in MPI-4.0, and 7.4.4 about what info keys of communicators
 * promise. The chapters 4 and 7 of MPI-3.1 are about datatypes and topologies. */
const char *catalog_standard(const char *section) {
  return !strcmp(section, "4.2") || !strcmp(section, "7.4.4") ? "MPI-4.0" : "MPI-3.1";
}

const char *catalog_grade(enum grade grade) {
  static const char *const names[] = {"erroneous", "undefined", "fragile", "portability"};
  return names[grade];
}

static const char *const severities[] = {"error", "warning", "note"};

const char *catalog_severity(enum severity severity) {
  return severities[severity];
}

enum severity catalog_severity_of(enum grade grade) {
  return grade == PORTABILITY ? SEVERITY_NOTE
         : grade == FRAGILE   ? SEVERITY_WARNING
                              : SEVERITY_ERROR;
}

enum severity catalog_severity_named(const char *name) {
  enum severity s = SEVERITY_ERROR;
  while (s < SEVERITIES && strcmp(severities[s], name) != 0)
    s++;
  return s;
}
