#include "options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct option_row option_rows[OPTIONS] = {
#define OPTION(id, name, env, type, fallback, value, help)                                     \
  {name, env, type, fallback, value, help},
#include "include/options.def"
#undef OPTION
};

void options_default(struct options *o) {
  for (int i = 0; i < OPTIONS; i++) {
    o->text[i] = option_rows[i].fallback;
    o->given[i] = GIVEN_NOT;
  }
}

static int word_number(const char *words, const char *text) {
  size_t n = strlen(text);
  for (int i = 0;; i++) {
    size_t length = strcspn(words, "|");
    if (length == n && !strncmp(words, text, n))
      return i;
    if (!words[length])
      return -1;
    words += length + 1;
  }
}

/* Reads digits with at most one point. strtod would not do: its point depends on the program's
 * locale, and it accepts "nan", "inf" and "0x10". Returns -1 if the text is no such number. */
static double seconds(const char *text) {
  double value = 0, scale = 0;
  int digits = 0;
  for (; *text; text++) {
    if (*text == '.' && scale == 0) {
      scale = 1;
    } else if (*text >= '0' && *text <= '9' && digits < 18) {
      value = value * 10 + (*text - '0');
      scale *= 10;
      digits++;
    } else {
      return -1;
    }
  }
  return !digits ? -1 : scale > 1 ? value / scale : value;
}

/* Reads digits and at most one letter K, M or G. Returns 0 if the text is no such size, or it
 * is beyond 2^63. */
static int size_value(const char *text, uint64_t *bytes) {
  static const char units[] = "KMG";
  uint64_t value = 0;
  const char *unit = text + strspn(text, "0123456789");
  if (unit == text || unit - text > 18)
    return 0;
  for (; text < unit; text++)
    value = value * 10 + (uint64_t)(*text - '0');
  if (*unit) {
    const char *known = strchr(units, *unit);
    unsigned shift = known ? 10 * (unsigned)(known - units + 1) : 0;
    if (!known || unit[1] || value > (uint64_t)INT64_MAX >> shift)
      return 0;
    value <<= shift;
  }
  *bytes = value;
  return 1;
}

static int number_value(const char *text, uint64_t *number) {
  return text[strspn(text, "0123456789")] == 0 && size_value(text, number);
}

/* Reads a number from 1 on, or "all", which is 0. Returns 0 if the text is neither. */
static int count_value(const char *text, uint64_t *count) {
  *count = 0;
  return !strcmp(text, "all") || (number_value(text, count) && *count);
}

static int flag_value(const char *text) {
  static const char *const words[] = {"0", "1", "no", "yes", "off", "on", "false", "true"};
  for (int i = 0; i < (int)(sizeof words / sizeof words[0]); i++)
    if (!strcmp(words[i], text))
      return i & 1;
  return -1;
}

/* Returns NULL if `text` is a value of the row's type, else what is wrong with it. */
static const char *fault(const struct option_row *row, const char *text) {
  switch (row->type) {
  case FLAG:
    return flag_value(text) < 0 ? "neither 0 nor 1" : NULL;
  case SECONDS:
    return seconds(text) < 0 ? "not a number of seconds" : NULL;
  case SIZE: {
    uint64_t bytes;
    return size_value(text, &bytes) ? NULL : "not a size (a number, or one with K, M or G)";
  }
  case COUNT: {
    uint64_t count;
    return count_value(text, &count) ? NULL : "neither a number from 1 on nor all";
  }
  case NUMBER: {
    uint64_t number;
    return number_value(text, &number) ? NULL : "not a whole number";
  }
  case WORDS:
  case SWITCH:
    return word_number(row->value, text) < 0 ? "not one of" : NULL;
  case TEXT:
    break;
  }
  return NULL;
}

static int set(struct options *o, int which, const char *text, enum option_given from,
               const char *as, char *message) {
  const struct option_row *row = &option_rows[which];
  const char *wrong = fault(row, text);
  if (wrong) {
    const char *list = row->type == WORDS || row->type == SWITCH ? row->value : "";
    snprintf(message, OPTIONS_MESSAGE, "%s: %s%s%s: %.80s", as, wrong, *list ? " " : "", list,
             text);
    return -1;
  }
  o->text[which] = text;
  o->given[which] = from;
  return 0;
}

int options_environment(struct options *o, void (*complain)(const char *message)) {
  int bad = 0;
  for (int i = 0; i < OPTIONS; i++) {
    char message[OPTIONS_MESSAGE];
    const char *text = getenv(option_rows[i].env);
    if (text && *text && set(o, i, text, GIVEN_ENVIRONMENT, option_rows[i].env, message)) {
      bad++;
      if (complain)
        complain(message);
    }
  }
  return bad;
}

static int unknown(const char *typed, size_t n, char *message) {
  const char *names[OPTIONS + 1] = {NULL};
  char name[64];
  for (int i = 0; i < OPTIONS; i++)
    names[i] = option_rows[i].name;
  snprintf(name, sizeof name, "%.*s", (int)(n < 60 ? n : 60), typed);
  const char *near = options_nearest(name, names);
  snprintf(message, OPTIONS_MESSAGE, "unknown option --%s%s%s%s", name,
           near ? "; did you mean --" : "", near ? near : "",
           near ? "?" : " (see fencepost --help)");
  return -1;
}

int options_argument(struct options *o, char **argv, int *i, char *message) {
  const char *name = argv[*i] + 2, *text;
  size_t n = strcspn(name, "=");
  int which = 0;
  while (which < OPTIONS && (strlen(option_rows[which].name) != n ||
                             strncmp(option_rows[which].name, name, n) != 0))
    which++;
  if (which == OPTIONS)
    return unknown(name, n, message);
  ++*i;
  if (name[n] == '=') {
    text = name + n + 1;
  } else if (option_rows[which].type == FLAG) {
    text = "1";
  } else if (option_rows[which].type == SWITCH) {
    text = "on";
  } else if (!(text = argv[*i])) {
    snprintf(message, OPTIONS_MESSAGE, "--%s needs a value (%s)", option_rows[which].name,
             option_rows[which].value);
    return -1;
  } else {
    ++*i;
  }
  char as[64];
  snprintf(as, sizeof as, "--%s", option_rows[which].name);
  return set(o, which, text, GIVEN_COMMAND, as, message);
}

int options_flag(const struct options *o, enum option which) {
  return flag_value(o->text[which]) == 1;
}

double options_seconds(const struct options *o, enum option which) {
  return seconds(o->text[which]);
}

uint64_t options_size(const struct options *o, enum option which) {
  uint64_t bytes = 0;
  size_value(o->text[which], &bytes);
  return bytes;
}

uint64_t options_number(const struct options *o, enum option which) {
  uint64_t number = 0;
  number_value(o->text[which], &number);
  return number;
}

uint64_t options_count(const struct options *o, enum option which) {
  uint64_t count = 0;
  count_value(o->text[which], &count);
  return count;
}

int options_word(const struct options *o, enum option which) {
  return word_number(option_rows[which].value, o->text[which]);
}

/* Returns how many edits turn `a` into `b` (Levenshtein); names of up to 63 characters. */
static size_t distance(const char *a, const char *b) {
  size_t row[64], n = strlen(b);
  if (n > 63 || strlen(a) > 63)
    return 64;
  for (size_t i = 0; i <= n; i++)
    row[i] = i;
  for (size_t i = 1; *a; a++, i++) {
    size_t corner = row[0];
    row[0] = i;
    for (size_t k = 1; k <= n; k++) {
      size_t best = corner + (*a != b[k - 1]);
      corner = row[k];
      if (row[k] + 1 < best)
        best = row[k] + 1;
      if (row[k - 1] + 1 < best)
        best = row[k - 1] + 1;
      row[k] = best;
    }
  }
  return row[n];
}

const char *options_nearest(const char *typed, const char *const *names) {
  const char *best = NULL;
  size_t least = strlen(typed) / 3 + 2;
  for (; *names; names++) {
    size_t d = distance(typed, *names);
    /* a name's beginning counts as near: --out for --output */
    if (strlen(typed) >= 3 && !strncmp(typed, *names, strlen(typed)))
      d = 1;
    if (d < least) {
      least = d;
      best = *names;
    }
  }
  return best;
}
