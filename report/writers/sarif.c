/* sarif.c: a report as SARIF 2.1.0 (OASIS standard, 2020), within the limits that services for
 * code scanning have published: 5,000 results a run, 1,024 characters for the text of a rule,
 * 10 tags. */
#include <stdlib.h>
#include <string.h>

#include "report/input/catalog.h"
#include "coverage.h"
#include "escape.h"
#include "export.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "report/journal/version.h"
#include "words.h"

enum { RESULTS = 5000, RULE_TEXT = 1000, NAME = 500, TEXT_MOST = 4000, FRAMES = 64 };

/* Gives a text, because a message must not be empty. */
static json_t *text(const char *s, size_t most) {
  return json_pack("{s:o}", "text", escape_json(*s ? s : "(no text)", most));
}

static json_t *uri(const char *path) {
  char *s = NULL;
  size_t n;
  FILE *out = open_memstream(&s, &n);
  if (!out)
    return json_string("");
  if (*path == '/')
    fputs("file://", out);
  escape_uri(out, path);
  json_t *json = fclose(out) ? NULL : json_string(s);
  free(s);
  return json;
}

static json_t *artifact(const char *path) {
  json_t *a = json_pack("{s:o}", "uri", uri(path));
  if (*path != '/')
    json_object_set_new(a, "uriBaseId", json_string("%SRCROOT%"));
  return a;
}

/* Writes a place in the code: that of a location, or of a frame of its stack. */
static json_t *place(const json_t *at, const char *message) {
  const char *file = view_file(at), *function = member_text_or(at, "function", "");
  const char *module = member_text_or(at, "module", "");
  json_int_t line = member_number(at, "line", 0);
  json_t *location = json_object(), *physical = json_object();
  if (!file && !*module)
    module = view_module(at);
  if (file || *module) {
    json_object_set_new(physical, "artifactLocation",
                        artifact(file ? file : view_path(module)));
    if (file && line > 0)
      json_object_set_new(physical, "region", json_pack("{s:I}", "startLine", line));
    json_object_set(location, "physicalLocation", physical);
  }
  json_decref(physical);
  if (*function)
    json_object_set_new(
        location, "logicalLocations",
        json_pack("[{s:o, s:s}]", "name", escape_json(function, NAME), "kind", "function"));
  if (message)
    json_object_set_new(location, "message", text(message, TEXT_MOST));
  return location;
}

static char *told(const json_t *at) {
  const char *role = member_text_or(at, "role", ""), *epoch = member_text_or(at, "epoch", "");
  char *call = view_call(at);
  char *who = view_who(at);
  char *s = view_print("%s: %s%s%s%s%s", who ? who : "", call ? call : "", *role ? ", " : "",
                       role, *epoch ? ", " : "", epoch);
  free(call);
  free(who);
  return s;
}

static json_t *located(const json_t *at) {
  char *message = told(at);
  json_t *location = place(at, message ? message : "");
  free(message);
  return location;
}

static json_t *stack(const json_t *at) {
  json_t *frames = json_array(), *frame;
  size_t i;
  json_array_foreach(member_get(at, "stack"), i, frame) {
    if (json_array_size(frames) < FRAMES)
      json_array_append_new(frames, json_pack("{s:o}", "location", place(frame, NULL)));
  }
  return json_pack("{s:o}", "frames", frames);
}

static json_t *flow_location(const json_t *at, size_t number) {
  json_t *step = json_pack("{s:o, s:s, s:[s]}", "location", located(at), "importance",
                           number ? "important" : "essential", "kinds", "call");
  if (json_array_size(member_get(at, "stack")))
    json_object_set_new(step, "stack", stack(at));
  return step;
}

/* Writes one thread flow for each rank, in the order of the locations. */
static json_t *flows(const json_t *finding) {
  json_t *threads = json_array(), *by_rank = json_object(), *at;
  size_t i;
  json_array_foreach(member_get(finding, "locations"), i, at) {
    char id[40];
    snprintf(id, sizeof id, "rank %lld", (long long)member_number(at, "rank", -1));
    json_t *thread = json_object_get(by_rank, id);
    if (!thread) {
      thread = json_pack("{s:s, s:{s:s}, s:[]}", "id", id, "message", "text", id, "locations");
      json_object_set(by_rank, id, thread);
      json_array_append_new(threads, thread);
    }
    json_array_append_new(member_get(thread, "locations"), flow_location(at, i));
  }
  json_decref(by_rank);
  return json_pack("[{s:o}]", "threadFlows", threads);
}

static char *message(const json_t *finding) {
  const char *ordering = member_text_or(finding, "ordering", "");
  return view_print("%s%s%s %s", member_text_or(finding, "message", ""), *ordering ? " " : "",
                    ordering, member_text_or(finding, "remedy", ""));
}

static json_t *properties(const json_t *finding) {
  char *ranks = view_ranks(finding);
  json_t *p = json_pack("{s:s, s:s, s:I, s:s}", "grade", member_text_or(finding, "grade", ""),
                        "confidence", member_text_or(finding, "confidence", ""), "count",
                        member_number(finding, "count", 1), "ranks", ranks ? ranks : "");
  free(ranks);
  return p;
}

static void add_excuse(json_t *result, const json_t *finding) {
  const json_t *suppressed = member_get(finding, "suppressed");
  const char *baseline = member_text_or(finding, "baseline", "");
  if (suppressed)
    json_object_set_new(
        result, "suppressions",
        json_pack("[{s:s, s:s, s:o}]", "kind", "external", "status", "accepted",
                  "justification",
                  escape_json(member_text_or(suppressed, "reason", ""), TEXT_MOST)));
  if (*baseline)
    json_object_set_new(result, "baselineState",
                        json_string(strcmp(baseline, "known") ? "new" : "unchanged"));
}

static json_t *result_of(const json_t *finding, json_int_t rule) {
  json_t *places = json_array(), *related = json_array(), *at;
  char *said = message(finding);
  size_t i;
  json_array_foreach(member_get(finding, "locations"), i, at) {
    json_array_append_new(i ? related : places, located(at));
  }
  json_t *result = json_pack(
      "{s:s, s:I, s:s, s:o, s:o, s:{s:s}}", "ruleId", member_text_or(finding, "id", ""),
      "ruleIndex", rule, "level", member_text_or(finding, "severity", "error"), "message",
      text(said ? said : "", TEXT_MOST), "locations", places, "partialFingerprints",
      "fencepost/v1", member_text_or(finding, "fingerprint", ""));
  if (json_array_size(related))
    json_object_set(result, "relatedLocations", related);
  if (json_array_size(places))
    json_object_set_new(result, "codeFlows", flows(finding));
  add_excuse(result, finding);
  json_object_set_new(result, "properties", properties(finding));
  json_decref(related);
  free(said);
  return result;
}

static json_t *rule_of(const json_t *finding) {
  const json_t *standard = member_get(finding, "standard");
  const char *section = member_text_or(standard, "section", "");
  /* What is said of all findings of the kind, since one may have words of its own. */
  const struct catalog_row *row = catalog_find(member_text_or(finding, "id", ""));
  const char *title = row ? row->title : member_text_or(finding, "title", "");
  const char *remedy = row ? row->remedy : member_text_or(finding, "remedy", "");
  char *help = view_print(
      "%s\n\n%s\n\n%s section %s, %s.", member_text_or(standard, "rule", ""), remedy,
      catalog_standard(section), section, member_text_or(standard, "error_class", ""));
  json_t *rule = json_pack(
      "{s:s, s:o, s:o, s:o, s:{s:s}, s:{s:[s, s, s], s:s}}", "id",
      member_text_or(finding, "id", ""), "shortDescription", text(title, RULE_TEXT),
      "fullDescription", text(member_text_or(standard, "rule", ""), RULE_TEXT), "help",
      text(help ? help : "", TEXT_MOST), "defaultConfiguration", "level",
      member_text_or(finding, "severity", "error"), "properties", "tags", "mpi", "correctness",
      member_text_or(finding, "grade", "erroneous"), "precision", "very-high");
  free(help);
  return rule;
}

static json_t *notification(const char *level, const char *said) {
  return json_pack("{s:s, s:o}", "level", level, "message", text(said, TEXT_MOST));
}

/* Writes how the run went, what could not be checked, and what is left out here. */
static json_t *invocation(const json_t *report, size_t left_out) {
  json_t *notes = json_array(), *gaps = coverage_gaps(report), *line;
  char *status = view_status(report);
  char *reason = coverage_reason(report), *blind = coverage_blind(report);
  size_t i;
  json_array_append_new(
      notes, notification(view_complete(report) ? "note" : "error", status ? status : ""));
  if (reason && blind) {
    char *s = view_print("Trace level %s. Not seen: %s", reason, blind);
    json_array_append_new(notes, notification("note", s ? s : ""));
    free(s);
  }
  json_array_foreach(gaps, i, line) {
    if (i < 100)
      json_array_append_new(notes, notification("warning", json_string_value(line)));
  }
  json_decref(gaps);
  if (left_out) {
    char *s =
        view_print("%zu more findings are in the report of Fencepost: this form takes the %d "
                   "worst.",
                   left_out, RESULTS);
    json_array_append_new(notes, notification("warning", s ? s : ""));
    free(s);
  }
  free(reason);
  free(blind);
  free(status);
  return json_pack("{s:b, s:o}", "executionSuccessful", view_complete(report),
                   "toolExecutionNotifications", notes);
}

void export_sarif(const struct export *e, FILE *out) {
  json_t *rules = json_array(), *results = json_array(), *index = json_object(), *finding;
  size_t i, n = json_array_size(member_get(e->report, "findings"));
  json_array_foreach(member_get(e->report, "findings"), i, finding) {
    const char *id = member_text_or(finding, "id", "");
    if (i >= RESULTS)
      break;
    if (!json_object_get(index, id)) {
      json_object_set_new(index, id, json_integer((json_int_t)json_array_size(rules)));
      json_array_append_new(rules, rule_of(finding));
    }
    json_array_append_new(results, result_of(finding, member_number(index, id, 0)));
  }
  json_t *sarif = json_pack(
      "{s:s, s:s, s:[{s:{s:{s:s, s:s, s:s, s:o}}, s:o, s:s, s:o}]}", "$schema",
      "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/"
      "sarif-schema-2.1.0.json",
      "version", "2.1.0", "runs", "tool", "driver", "name", "Fencepost", "version",
      FENCEPOST_VERSION, "semanticVersion", FENCEPOST_VERSION, "rules", rules, "invocations",
      json_pack("[o]", invocation(e->report, n > RESULTS ? n - RESULTS : 0)), "columnKind",
      "unicodeCodePoints", "results", results);
  json_dumpf(sarif, out, JSON_INDENT(1));
  fputc('\n', out);
  json_decref(sarif);
  json_decref(index);
}
