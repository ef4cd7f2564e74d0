/* vocabulary.h: the rows of sentences.def as constants WORDS_NAME and SLUG_OF_NAME, and those
 * of location_roles.def. Each unit has the formats as constants of its own, so that the
 * compiler can compare them with their arguments. Unused ones take no room in the object. */
#ifndef FENCEPOST_VOCABULARY_H
#define FENCEPOST_VOCABULARY_H

#include "include/finding.h"

#define PART(name, format) static const char WORDS_##name[] __attribute__((unused)) = format;
#define ORDERING PART
#define SENTENCE(name, slug, format)                                                           \
  enum { SLUG_OF_##name = SLUG_##slug };                                                       \
  PART(name, format)
#define SAME_WORDS(slug, of)
#define CONFLICT(slug, end)
#include "sentences.def"
#undef PART
#undef ORDERING
#undef SENTENCE
#undef SAME_WORDS
#undef CONFLICT

enum location_role {
  ROLE_NONE,
#define ROLE(name, text) ROLE_##name,
#include "location_roles.def"
#undef ROLE
  LOCATION_ROLES
};

/* "" for ROLE_NONE */
const char *role_text(enum location_role role);

#endif
