/* member.h: members of JSON objects that may be missing or of the wrong type, as those of a
 * damaged journal are. Borrowed results; `object` may be NULL or no object. */
#ifndef FENCEPOST_MEMBER_H
#define FENCEPOST_MEMBER_H

#include <jansson.h>
#include <limits.h>

static inline json_t *member_get(const json_t *object, const char *key) {
  return json_object_get(object, key);
}

/* Returns NULL if there is no such string. */
static inline const char *member_text(const json_t *object, const char *key) {
  return json_string_value(json_object_get(object, key));
}

static inline const char *member_text_or(const json_t *object, const char *key,
                                         const char *other) {
  const char *text = member_text(object, key);
  return text ? text : other;
}

static inline json_int_t member_number(const json_t *object, const char *key,
                                       json_int_t other) {
  const json_t *value = json_object_get(object, key);
  return json_is_integer(value) ? json_integer_value(value) : other;
}

static inline int member_int(const json_t *object, const char *key, int other) {
  json_int_t value = member_number(object, key, other);
  return value < INT_MIN || value > INT_MAX ? other : (int)value;
}

static inline double member_real(const json_t *object, const char *key, double other) {
  const json_t *value = json_object_get(object, key);
  return json_is_number(value) ? json_number_value(value) : other;
}

/* Returns a copy of a string for a report; null if it is no string or is empty. */
static inline json_t *member_copy(const json_t *object, const char *key) {
  const char *text = member_text(object, key);
  return text && *text ? json_string(text) : json_null();
}

#endif
