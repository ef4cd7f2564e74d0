#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/call.h"
#include "include/event.h"
#include "journal_part.h"
#include "site.h"
#include "text.h"

/* uthash's default is exit(-1), which must not happen inside the user's program */
#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct seen {
  struct identity key;
  json_int_t number;
  uint64_t count, written;
  struct journal_line line;
  int definite;
  UT_hash_handle hh;
};

static const struct {
  const char *slug;
} rows[] = {
#define FINDING(id, slug, grade, title, section, error_class, explanation, remedy) {slug},
#include "include/findings.def"
#undef FINDING
};

const char *journal_flavor(unsigned flavor) {
  static const char *const names[] = {"unknown", "create", "allocate", "dynamic", "shared"};
  return names[flavor < sizeof names / sizeof names[0] ? flavor : 0];
}

const char *journal_model(unsigned model) {
  return model == MODEL_SEPARATE ? "separate" : model == MODEL_UNIFIED ? "unified" : "unknown";
}

static json_t *location_json(const struct finding_location *at) {
  char args[SITE_ARGS];
  site_args(&at->site, args, sizeof args);
  json_t *json = json_pack("{s:i, s:i, s:o, s:o}", "rank", (int)at->site.rank, "thread",
                           (int)at->site.thread, "call", text_json(call_name(at->site.call)),
                           "args", text_json(args));
  if (at->site.target >= 0)
    json_object_set_new(json, "target", json_integer(at->site.target));
  json_object_set_new(json, "role", text_json(at->role));
  json_object_set_new(json, "epoch", text_json(at->epoch));
  if (at->epoch_number) {
    json_object_set_new(json, "epoch_number", json_integer((json_int_t)at->epoch_number));
    json_object_set_new(json, "epoch_kind", text_json(journal_epoch(at->epoch_kind)));
  }
  json_object_set_new(json, "stack", json_integer(at->site.stack));
  json_object_set_new(json, "seq", json_integer((json_int_t)at->site.seq));
  return json;
}

static json_t *id_json(uint64_t id) {
  char text[24];
  snprintf(text, sizeof text, "%llx", (unsigned long long)id);
  return json_string(text);
}

static json_t *copies_json(const struct finding *f) {
  static const char *const what[COPY_STEPS] = {
      [STEP_UPDATE] = "update",   [STEP_READ] = "read",   [STEP_COMPLETE] = "complete",
      [STEP_PUBLISH] = "publish", [STEP_FETCH] = "fetch",
  };
  json_t *steps = json_array();
  for (int i = 0; i < f->steps; i++) {
    const struct finding_step *s = &f->step[i];
    json_array_append_new(steps,
                          json_pack("{s:s, s:s, s:b, s:i, s:i, s:o, s:s, s:o}", "what",
                                    s->what < COPY_STEPS ? what[s->what] : "", "copy",
                                    s->public_copy ? "public" : "private", "missing",
                                    s->missing, "location", (int)s->location, "rank",
                                    (int)s->rank, "window", id_json(s->window), "calls",
                                    s->calls ? s->calls : "", "text", text_json(s->text)));
  }
  json_t *copies =
      json_pack("{s:o, s:o, s:o, s:b}", "private", text_json(f->private_copy), "public",
                text_json(f->public_copy), "steps", steps, "only_separate", f->only_separate);
  if (*f->other_copy) {
    json_object_set_new(copies, "other_public", text_json(f->other_copy));
    json_object_set_new(copies, "other_window", id_json(f->other_window));
  }
  return copies;
}

static json_t *finding_json(const struct finding *f, json_int_t number) {
  char id[24];
  snprintf(id, sizeof id, "%llx", (unsigned long long)f->window.id);
  json_t *json = json_pack("{s:s, s:I, s:s, s:s, s:o}", "record", "finding", "key", number,
                           "slug", (unsigned)f->slug < SLUGS ? rows[f->slug].slug : "unknown",
                           "confidence", f->confidence == SCHEDULE ? "schedule" : "definite",
                           "message", text_json(f->message));
  json_object_set_new(json, "window",
                      json_pack("{s:s, s:s, s:s, s:i, s:I, s:i}", "id", id, "flavor",
                                journal_flavor(f->window.flavor), "model",
                                journal_model(f->window.model), "owner", (int)f->window.owner,
                                "size", (json_int_t)f->window.size, "disp_unit",
                                (int)f->window.disp_unit));
  if (f->has_memory)
    json_object_set_new(
        json, "memory",
        json_pack("{s:I, s:I}", "lo", (json_int_t)f->lo, "hi", (json_int_t)f->hi));
  if (f->rule)
    json_object_set_new(json, "rule", json_integer(f->rule));
  if (*f->ordering)
    json_object_set_new(json, "ordering", text_json(f->ordering));
  if (f->arrow.kind)
    json_object_set_new(json, "arrow",
                        json_pack("{s:s, s:i}", "knows",
                                  f->arrow.kind == ARROW_START ? "start" : "completion", "from",
                                  (int)f->arrow.from));
  if (f->steps || *f->private_copy || *f->public_copy)
    json_object_set_new(json, "copies", copies_json(f));
  if (*f->title)
    json_object_set_new(json, "title", text_json(f->title));
  if (*f->remedy)
    json_object_set_new(json, "remedy", text_json(f->remedy));
  json_t *locations = json_array();
  for (int i = 0; i < f->locations && i < FINDING_SITES; i++)
    json_array_append_new(locations, location_json(&f->location[i]));
  json_object_set_new(json, "locations", locations);
  return json;
}

static json_t *count_json(const struct seen *s) {
  return json_pack("{s:s, s:I, s:I}", "record", "count", "key", s->number, "count",
                   (json_int_t)s->count);
}

static void identify(struct identity *key, const struct finding *f) {
  memset(key, 0, sizeof *key);
  key->slug = (uint32_t)f->slug;
  key->flavor = f->window.flavor;
  for (int i = 0; i < f->locations && i < FINDING_SITES; i++) {
    const struct site *at = &f->location[i].site;
    identity_site(key, i, at->rank, at->stack, at->call);
  }
}

static int is_power_of_ten(uint64_t n) {
  while (n >= 10 && n % 10 == 0)
    n /= 10;
  return n == 1;
}

static int count_again(struct journal *j, struct seen *s) {
  s->count++;
  if (!is_power_of_ten(s->count))
    return 0;
  s->written = s->count;
  return journal_write_locked(j, count_json(s)) ? -1 : 0;
}

/* Without memory for the table the finding is written anyway, and perhaps again later. */
static int write_first(struct journal *j, const struct identity *key, const struct finding *f) {
  json_int_t number = ++j->findings;
  struct seen *s = calloc(1, sizeof *s);
  int bad = journal_write_locked(j, finding_json(f, number));
  if (s && !bad) {
    *s = (struct seen){.key = *key,
                       .number = number,
                       .count = 1,
                       .written = 1,
                       .line = j->last,
                       .definite = f->confidence != SCHEDULE};
    HASH_ADD(hh, j->seen, key, sizeof s->key, s);
    if (!s->hh.tbl)
      free(s);
  } else {
    free(s);
  }
  return bad ? -1 : 1;
}

int journal_finding(struct journal *j, const struct finding *f) {
  struct identity key;
  struct seen *s;
  int result = 1;
  identify(&key, f);
  pthread_mutex_lock(&j->lock);
  HASH_FIND(hh, j->seen, &key, sizeof key, s);
  if (s) {
    result = count_again(j, s);
  } else {
    result = write_first(j, &key, f);
  }
  pthread_mutex_unlock(&j->lock);
  return result;
}

int journal_counts(struct journal *j) {
  int result = 0;
  pthread_mutex_lock(&j->lock);
  for (struct seen *s = j->seen; s && !result; s = s->hh.next)
    if (s->count != s->written) {
      s->written = s->count;
      result = journal_write_locked(j, count_json(s));
    }
  pthread_mutex_unlock(&j->lock);
  return result;
}

void journal_forget(struct journal *j) {
  struct seen *s, *next;
  HASH_ITER(hh, j->seen, s, next) {
    HASH_DELETE(hh, j->seen, s);
    free(s);
  }
}

static int tell(struct journal *j, const struct seen *s,
                int (*each)(void *context, const struct journal_found *f), void *context) {
  struct journal_found f = {.slug = rows[s->key.slug].slug,
                            .flavor = journal_flavor(s->key.flavor),
                            .number = s->number - 1,
                            .count = (int64_t)s->written,
                            .definite = s->definite,
                            .text = journal_read(j, &s->line),
                            .n = s->line.n};
  for (; f.locations < FINDING_SITES && s->key.at[f.locations].call; f.locations++) {
    f.at[f.locations].rank = s->key.at[f.locations].rank;
    f.at[f.locations].stack = s->key.at[f.locations].stack;
    f.at[f.locations].call = call_name(s->key.at[f.locations].call - 1);
  }
  int bad = f.text ? each(context, &f) : -1;
  free(f.text);
  return bad;
}

int journal_findings(struct journal *j,
                     int (*each)(void *context, const struct journal_found *f), void *context) {
  int bad = j->findings != (json_int_t)HASH_COUNT(j->seen);
  for (struct seen *s = j->seen; s && !bad; s = s->hh.next)
    bad = tell(j, s, each, context);
  return bad ? -1 : 0;
}

int journal_found(const struct journal *j) {
  return j->findings > 0;
}
