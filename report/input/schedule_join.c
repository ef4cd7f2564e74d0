#include "schedule_join.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog.h"
#include "report/journal/member.h"

static const char *const output_words[] = {"same", "other", "cut"};

static int is_complete(const json_t *report) {
  return !strcmp(member_text_or(report, "status", ""), "complete");
}

static json_t *row(const struct schedule_run *run) {
  json_t *row =
      json_pack("{s:I, s:i, s:s, s:s, s:f, s:I, s:s}", "seed", (json_int_t)run->seed, "exit",
                run->code, "status", member_text_or(run->report, "status", ""), "status_detail",
                member_text_or(run->report, "status_detail", ""), "seconds",
                member_real(member_get(run->report, "run"), "seconds", 0), "findings",
                (json_int_t)json_array_size(member_get(run->report, "findings")), "output",
                output_words[run->output]);
  if (run->file)
    json_object_set_new(row, "file", json_string(run->file));
  return row;
}

/* Adds the run's findings to those that are known by their fingerprints. */
static void add(json_t *all, json_t *seeds, const struct schedule_run *run) {
  json_t *finding;
  size_t i;
  json_array_foreach(member_get(run->report, "findings"), i, finding) {
    const char *print = member_text_or(finding, "fingerprint", "");
    json_t *with = json_object_get(seeds, print);
    if (!with) {
      json_object_set_new(seeds, print, with = json_array());
      json_array_append(all, finding);
    }
    json_array_append_new(with, json_integer((json_int_t)run->seed));
  }
}

static void mark(json_t *all, const json_t *seeds, size_t runs) {
  json_t *finding;
  size_t i;
  json_array_foreach(all, i, finding) {
    json_t *with = json_object_get(seeds, member_text_or(finding, "fingerprint", ""));
    if (json_array_size(with) < runs)
      json_object_set_new(finding, "schedules",
                          json_pack("{s:I, s:O}", "of", (json_int_t)runs, "seeds", with));
  }
}

/* The worst come first, as in the report of one run. */
static json_t *in_order(const json_t *all) {
  json_t *sorted = json_array(), *finding;
  size_t i;
  for (int s = 0; s < SEVERITIES; s++)
    json_array_foreach((json_t *)all, i, finding) {
      if (!strcmp(member_text_or(finding, "severity", ""), catalog_severity((enum severity)s)))
        json_array_append(sorted, finding);
    }
  return sorted;
}

json_t *schedules_join(const struct schedule_run *run, size_t runs) {
  const json_t *base = run[0].report;
  json_t *all = json_array(), *seeds = json_object(), *rows = json_array();
  for (size_t i = 0; i < runs; i++) {
    if (is_complete(base) && !is_complete(run[i].report))
      base = run[i].report;
    json_array_append_new(rows, row(&run[i]));
    add(all, seeds, &run[i]);
  }
  mark(all, seeds, runs);
  json_t *report = json_copy((json_t *)base);
  json_t *ran = json_copy(member_get(base, "run"));
  json_object_del(ran, "schedule_seed"); /* each run has its own */
  json_object_set_new(report, "run", ran);
  json_object_set_new(report, "findings", in_order(all));
  json_object_set_new(report, "schedules", rows);
  json_decref(all);
  json_decref(seeds);
  return report;
}

/* Text. */

static void print_seed(FILE *out, json_int_t seed) {
  if (seed)
    fprintf(out, "seed %lld", (long long)seed);
  else
    fputs("as it is", out);
}

static void take(json_t *sentences, FILE *out, char **text) {
  if (!fclose(out))
    json_array_append_new(sentences, json_string(*text));
  free(*text);
}

static void count(json_t *sentences, const json_t *rows) {
  char *text = NULL;
  size_t n, i, clean = 0, all = json_array_size(rows), others = 0;
  json_t *row;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return;
  json_array_foreach((json_t *)rows, i, row) {
    clean += member_number(row, "findings", 0) == 0;
  }
  fprintf(out, "%zu schedules: %zu without findings, %zu with findings; ", all, clean,
          all - clean);
  json_array_foreach((json_t *)rows, i, row) {
    if (!strcmp(member_text_or(row, "output", ""), output_words[OUTPUT_OTHER])) {
      fputs(others++ ? ", " : "outputs differ: ", out);
      print_seed(out, member_number(row, "seed", 0));
      fprintf(out, " (%s)", member_text_or(row, "file", ""));
    }
  }
  if (!others)
    fputs("no output differs", out);
  take(sentences, out, &text);
}

static void end_of(json_t *sentences, const json_t *row, int usual) {
  char *text = NULL;
  size_t n;
  int code = member_int(row, "exit", 0);
  FILE *out = is_complete(row) && code == usual ? NULL : open_memstream(&text, &n);
  if (!out)
    return;
  print_seed(out, member_number(row, "seed", 0));
  if (!is_complete(row))
    fprintf(out, ": %s: %s", member_text_or(row, "status", ""),
            member_text_or(row, "status_detail", ""));
  if (code != usual)
    fprintf(out, ": exit status %d instead of %d", code, usual);
  take(sentences, out, &text);
}

json_t *schedules_sentences(const json_t *report) {
  const json_t *rows = member_get(report, "schedules");
  json_t *sentences = json_array(), *row;
  size_t i;
  if (json_array_size(rows))
    count(sentences, rows);
  json_array_foreach((json_t *)rows, i, row) {
    end_of(sentences, row, member_int(json_array_get(rows, 0), "exit", 0));
  }
  return sentences;
}

char *schedules_of_finding(const json_t *finding) {
  const json_t *which = member_get(finding, "schedules"), *seeds = member_get(which, "seeds");
  char *text = NULL;
  size_t n, i;
  json_t *seed;
  FILE *out = json_array_size(seeds) ? open_memstream(&text, &n) : NULL;
  if (!out)
    return NULL;
  fprintf(out, "in %zu of %lld schedules (", json_array_size(seeds),
          (long long)member_number(which, "of", 0));
  json_array_foreach((json_t *)seeds, i, seed) {
    fputs(i ? ", " : "", out);
    print_seed(out, json_integer_value(seed));
  }
  fputc(')', out);
  json_int_t last = json_integer_value(json_array_get(seeds, json_array_size(seeds) - 1));
  if (last)
    fprintf(out, "; --schedule-seed=%lld runs one again", (long long)last);
  fclose(out);
  return text;
}
