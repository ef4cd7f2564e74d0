#include "suppress.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "report/writers/escape.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "report/journal/say.h"
#include "report/journal/text.h"

enum key { FUNCTION, FILE_, MODULE, WINDOW, FINGERPRINT, REASON, EXPIRES, KEYS };
static const char *const key_names[KEYS] = {"function",    "file",   "module", "window",
                                            "fingerprint", "reason", "expires"};

struct condition {
  enum key key;
  char *text;
};

struct suppression {
  char *slug, *reason, *expires;
  int line, conditions;
  struct condition *condition;
  json_int_t matched;
};

struct suppressions {
  char *path;
  struct suppression *item;
  int count;
};

void suppressions_free(struct suppressions *s) {
  for (int i = 0; s && i < s->count; i++) {
    struct suppression *item = &s->item[i];
    for (int k = 0; k < item->conditions; k++)
      free(item->condition[k].text);
    free(item->condition);
    free(item->slug);
    free(item->reason);
    free(item->expires);
  }
  if (s) {
    free(s->item);
    free(s->path);
  }
  free(s);
}

/* Removes white space at both ends, in place. */
static char *trim(char *text) {
  text += strspn(text, " \t\r\n");
  size_t n = strlen(text);
  while (n && strchr(" \t\r\n", text[n - 1]))
    text[--n] = '\0';
  return text;
}

static const char *open_section(struct suppressions *s, char *text, int line) {
  size_t n = strlen(text);
  if (n < 3 || text[n - 1] != ']')
    return "a section is [slug]";
  struct suppression *more = realloc(s->item, (size_t)(s->count + 1) * sizeof *more);
  if (!more)
    return "out of memory";
  s->item = more;
  s->item[s->count] = (struct suppression){.line = line, .slug = strndup(text + 1, n - 2)};
  return s->item[s->count++].slug ? NULL : "out of memory";
}

static int is_date(const char *text) {
  int year, month, day, n = 0;
  return strlen(text) == 10 && sscanf(text, "%4d-%2d-%2d%n", &year, &month, &day, &n) == 3 &&
         n == 10 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

static const char *add(struct suppression *item, enum key key, const char *text) {
  char *copy = strdup(text);
  if (!copy)
    return "out of memory";
  if (key == REASON || key == EXPIRES) {
    char **slot = key == REASON ? &item->reason : &item->expires;
    free(*slot);
    *slot = copy;
    return key == EXPIRES && !is_date(text) ? "expires is a date as 2027-01-31" : NULL;
  }
  struct condition *more =
      realloc(item->condition, (size_t)(item->conditions + 1) * sizeof *more);
  if (!more) {
    free(copy);
    return "out of memory";
  }
  item->condition = more;
  more[item->conditions++] = (struct condition){key, copy};
  return NULL;
}

/* Returns NULL, or what is wrong with the line. */
static const char *take_line(struct suppressions *s, char *text, int line) {
  text = trim(text);
  if (!*text || *text == '#')
    return NULL;
  if (*text == '[')
    return open_section(s, text, line);
  char *value = strchr(text, '=');
  if (!value)
    return "neither [slug] nor name = value";
  *value++ = '\0';
  text = trim(text);
  value = trim(value);
  if (!s->count)
    return "a value before the first [slug]";
  for (int k = 0; k < KEYS; k++)
    if (!strcmp(key_names[k], text))
      return *value ? add(&s->item[s->count - 1], (enum key)k, value) : "an empty value";
  return "unknown name: it is one of function, file, module, window, fingerprint, reason, "
         "expires";
}

/* Makes the text like the strings in reports: what is not UTF-8 becomes U+FFFD. */
static const char *take_clean(struct suppressions *s, const char *text, int line) {
  json_t *json = text_json(text);
  char *clean = json ? strdup(json_string_value(json)) : NULL;
  const char *wrong = clean ? take_line(s, clean, line) : "out of memory";
  free(clean);
  json_decref(json);
  return wrong;
}

struct suppressions *suppressions_read(const char *path) {
  struct suppressions *s = calloc(1, sizeof *s);
  struct stat st;
  if (!s || !*path)
    return s;
  FILE *in = fopen(path, "re");
  if (in && fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode)) {
    fclose(in);
    in = NULL;
    errno = EISDIR;
  }
  if (!in || !(s->path = strdup(path))) {
    say("cannot read the suppressions in %s: %s", path, strerror(errno));
    suppressions_free(s);
    return NULL;
  }
  char *text = NULL;
  size_t room = 0;
  const char *wrong = NULL;
  int line = 0;
  for (ssize_t n; !wrong && (n = getline(&text, &room, in)) > 0;) {
    line++;
    wrong = strlen(text) != (size_t)n ? "a NUL byte" : take_clean(s, text, line);
  }
  if (wrong) {
    say("%s:%d: %s", path, line, wrong);
    suppressions_free(s);
    s = NULL;
  }
  free(text);
  fclose(in);
  return s;
}

static int matches(const char *pattern, const char *text) {
  return text && (!fnmatch(pattern, text, 0) || !fnmatch(pattern, frame_base(text), 0));
}

static int meets_frame(const struct condition *c, const json_t *at) {
  const json_t *frame;
  size_t i;
  if (matches(c->text, member_text(at, key_names[c->key])))
    return 1;
  json_array_foreach(member_get(at, "stack"), i, frame) {
    if (matches(c->text, member_text(frame, key_names[c->key])))
      return 1;
  }
  return 0;
}

static int meets(const struct condition *c, const json_t *finding) {
  const json_t *window = member_get(finding, "window"), *at;
  size_t i;
  if (c->key == FINGERPRINT)
    return !strcmp(c->text, member_text_or(finding, "fingerprint", ""));
  if (c->key == WINDOW)
    return matches(c->text, member_text(window, "name")) ||
           matches(c->text, member_text(window, "flavor"));
  json_array_foreach(member_get(finding, "locations"), i, at) {
    if (meets_frame(c, at))
      return 1;
  }
  return 0;
}

static int is_expired(const struct suppression *item, const char *today) {
  return item->expires && strcmp(item->expires, today) < 0;
}

static int covers(const struct suppression *item, const json_t *finding) {
  int all = !fnmatch(item->slug, member_text_or(finding, "id", ""), 0);
  for (int k = 0; all && k < item->conditions; k++)
    all = meets(&item->condition[k], finding);
  return all;
}

/* Returns the first suppression that holds today. Expired ones that would match are counted on
 * the way. */
static struct suppression *find(struct suppressions *s, const json_t *finding,
                                const char *today) {
  for (int i = 0; i < s->count; i++) {
    struct suppression *item = &s->item[i];
    if (!covers(item, finding))
      continue;
    item->matched++;
    if (!is_expired(item, today))
      return item;
  }
  return NULL;
}

static json_t *listed(const struct suppressions *s, const char *today) {
  json_t *all = json_array();
  for (int i = 0; i < s->count; i++) {
    const struct suppression *item = &s->item[i];
    json_t *path = escape_json(frame_base(s->path), 0), *slug = escape_json(item->slug, 0);
    json_t *reason = escape_json(item->reason ? item->reason : "", 0);
    json_array_append_new(all,
                          json_pack("{s:o, s:i, s:o, s:o, s:s?, s:I, s:s}", "file", path,
                                    "line", item->line, "slug", slug, "reason", reason,
                                    "expires", item->expires, "matched", item->matched, "state",
                                    is_expired(item, today) ? "expired"
                                    : item->matched         ? "used"
                                                            : "unused"));
  }
  return all;
}

void suppressions_apply(struct suppressions *s, json_t *report, const char *today) {
  json_t *finding;
  size_t i;
  if (!s->path)
    return;
  json_array_foreach(member_get(report, "findings"), i, finding) {
    const struct suppression *item = find(s, finding, today);
    if (item)
      json_object_set_new(finding, "suppressed",
                          json_pack("{s:i, s:o}", "line", item->line, "reason",
                                    escape_json(item->reason ? item->reason : "", 0)));
  }
  json_object_set_new(report, "suppressions", listed(s, today));
}

void baseline_apply(const json_t *old, json_t *report) {
  json_t *known = json_object(), *finding;
  size_t i;
  json_array_foreach(member_get(old, "findings"), i, finding) {
    json_object_set_new(known, member_text_or(finding, "fingerprint", ""), json_true());
  }
  json_array_foreach(member_get(report, "findings"), i, finding) {
    int is_known = json_object_get(known, member_text_or(finding, "fingerprint", "")) != NULL;
    json_object_set_new(finding, "baseline", json_string(is_known ? "known" : "new"));
  }
  json_decref(known);
}
