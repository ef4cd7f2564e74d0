#include "report.h"

#include <string.h>
#include <time.h>

#include "report/input/catalog.h"
#include "coverage.h"
#include "crashes.h"
#include "hang.h"
#include "report/journal/member.h"
#include "report/input/merge.h"
#include "report/events/verdicts.h"
#include "report/input/status.h"
#include "report/input/windows.h"
#include "report/journal/version.h"

static void add_once(json_t *array, const char *text) {
  json_t *known;
  size_t i;
  json_array_foreach(array, i, known) {
    if (!strcmp(json_string_value(known), text))
      return;
  }
  json_array_append_new(array, json_string(text));
}

static json_t *started(const struct journals *js) {
  double seconds = member_real(js->job, "time", 0);
  char text[40];
  struct tm tm;
  for (size_t i = 0; i < js->ranks && !js->job; i++) {
    double start = member_real(js->rank[i].start, "time", 0);
    if (start > 0 && (seconds <= 0 || start < seconds))
      seconds = start;
  }
  time_t whole = seconds > 0 && seconds < 2e11 ? (time_t)seconds : 0;
  if (!whole || !gmtime_r(&whole, &tm) ||
      !strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%SZ", &tm))
    return json_null();
  return json_string(text);
}

/* Sums up the calls that each rank has counted. */
static json_t *calls(const struct journals *js) {
  json_t *sums = json_object(), *number;
  const char *name;
  for (size_t i = 0; i < js->ranks; i++)
    json_object_foreach(member_get(js->rank[i].end, "calls"), name, number) {
      json_int_t sum;
      if (json_is_integer(number) && !__builtin_add_overflow(member_number(sums, name, 0),
                                                             json_integer_value(number), &sum))
        json_object_set_new(sums, name, json_integer(sum));
    }
  return sums;
}

/* Counts the ranks of all worlds, also those that left no journal. */
static json_int_t rank_count(const struct journals *js) {
  json_int_t sum = 0, world = 0;
  for (size_t i = 0; i < js->ranks; i++) {
    if (i && strcmp(js->rank[i].world, js->rank[i - 1].world) != 0) {
      sum += world;
      world = 0;
    }
    if (rank_size(&js->rank[i]) > world)
      world = rank_size(&js->rank[i]);
    if (js->rank[i].rank + 1 > world)
      world = js->rank[i].rank + 1;
  }
  return sum + world;
}

/* Numbers that ranks have counted are summed up. */
static void add_counted(json_t *texts, const struct journals *js) {
  json_t *sums = json_object(), *record, *sum;
  const char *text;
  size_t k;
  for (size_t i = 0; i < js->ranks; i++)
    json_array_foreach(js->rank[i].precision, k, record) {
      json_int_t before, count = member_number(record, "count", 0);
      text = member_text_or(record, "text", "");
      before = member_number(sums, text, 0);
      if (count > 0 && !__builtin_add_overflow(before, count, &count))
        json_object_set_new(sums, text, json_integer(count));
    }
  json_object_foreach(sums, text, sum) {
    json_t *counted = json_sprintf("%lld %s", (long long)json_integer_value(sum), text);
    if (counted)
      add_once(texts, json_string_value(counted));
    json_decref(counted);
  }
  json_decref(sums);
}

static json_t *precision(const struct journals *js) {
  json_t *texts = json_array(), *record;
  size_t k;
  for (size_t i = 0; i < js->ranks; i++)
    json_array_foreach(js->rank[i].precision, k, record) {
      if (!member_get(record, "count"))
        add_once(texts, member_text_or(record, "text", ""));
    }
  add_counted(texts, js);
  for (size_t i = 0; i < js->ranks; i++)
    if (js->ranks > 1 && js->rank[i].start && !js->rank[i].end)
      add_once(texts, "ranks ended without MPI_Finalize: what they had not told each other by "
                      "then was not compared");
  if (js->damaged)
    add_once(texts, "damaged journals were left out: findings of their ranks may be missing");
  return texts;
}

static json_t *command(const struct journals *js) {
  json_t *words = json_array(), *word;
  size_t i;
  json_array_foreach(member_get(js->job, "command"), i, word) {
    if (json_is_string(word))
      json_array_append(words, word);
  }
  return words;
}

static json_t *run_json(const struct journals *js, const struct options *o) {
  const json_t *first = js->ranks ? js->rank[0].start : NULL;
  double seconds = member_real(js->job_end, "seconds", -1);
  json_t *hosts = json_array(), *run = json_object();
  for (size_t i = 0; i < js->ranks; i++) {
    const char *host = member_text(js->rank[i].start, "host");
    if (host)
      add_once(hosts, host);
    if (!first)
      first = js->rank[i].start;
  }
  json_object_set_new(run, "command", command(js));
  json_object_set_new(run, "mpi", member_copy(first, "mpi"));
  json_object_set_new(run, "ranks", json_integer(rank_count(js)));
  json_object_set_new(run, "hosts", hosts);
  json_object_set_new(run, "trace", json_string(coverage_level(js, o)));
  json_object_set_new(run, "coverage", coverage_json(js, o));
  json_object_set_new(
      run, "memory_model",
      json_string(member_text_or(first, "memory_model", o->text[OPTION_MEMORY_MODEL])));
  if (options_number(o, OPTION_SCHEDULE_SEED))
    json_object_set_new(run, "schedule_seed",
                        json_integer((json_int_t)options_number(o, OPTION_SCHEDULE_SEED)));
  json_object_set_new(run, "precision", precision(js));
  json_object_set_new(run, "started", started(js));
  json_object_set_new(run, "seconds", seconds < 0 ? json_null() : json_real(seconds));
  json_object_set_new(run, "calls", calls(js));
  return run;
}

json_t *report_summary(const json_t *findings) {
  json_int_t by_severity[SEVERITIES + 1] = {0};
  json_t *summary = json_object(), *slugs = json_object(), *finding;
  size_t i;
  json_array_foreach((json_t *)findings, i, finding) {
    const char *slug = member_text_or(finding, "id", "");
    by_severity[catalog_severity_named(member_text_or(finding, "severity", ""))]++;
    json_object_set_new(slugs, slug, json_integer(member_number(slugs, slug, 0) + 1));
  }
  for (int s = 0; s < SEVERITIES; s++)
    json_object_set_new(summary, catalog_severity((enum severity)s),
                        json_integer(by_severity[s]));
  json_object_set_new(summary, "total", json_integer((json_int_t)json_array_size(findings)));
  json_object_set_new(summary, "by_id", slugs);
  return summary;
}

/* Nothing with --detail=none. */
static void windows_add(json_t *report, const struct journals *js, struct symbols *s) {
  json_int_t left_out = 0;
  for (size_t i = 0; i < js->ranks; i++)
    if (js->rank[i].windows_left_out > left_out)
      left_out = js->rank[i].windows_left_out;
  json_object_set_new(report, "windows", windows_json(js, s));
  json_object_set_new(report, "windows_left_out", json_integer(left_out));
}

json_t *report_new(struct journals *js, const struct options *o) {
  int strict = !strcmp(o->text[OPTION_PROFILE], "strict");
  enum reduce_how how = (enum reduce_how)options_word(o, OPTION_MERGE);
  struct symbols *s = symbols_new();
  struct status status;
  verdicts_add(js);
  windows_number(js);
  json_t *findings = s ? merge_findings(js, s, strict, how) : NULL, *report = NULL;
  if (findings) {
    status_decide(&status, js);
    report =
        json_pack("{s:i, s:{s:s, s:s}, s:o, s:s, s:s, s:o, s:o}", "schema_version",
                  REPORT_VERSION, "tool", "name", "fencepost", "version", FENCEPOST_VERSION,
                  "run", run_json(js, o), "status", status_name(status.kind), "status_detail",
                  status.detail, "summary", report_summary(findings), "findings", findings);
    if (report)
      windows_add(report, js, s);
    if (report)
      crash_add(report, js, s);
    if (report && status.kind != STATUS_COMPLETE)
      hang_add(report, js, s);
  }
  symbols_free(s);
  return report;
}
