#include "excuse.h"

#include <string.h>
#include <time.h>

#include "report/input/load.h"
#include "report/journal/member.h"
#include "report/journal/options.h"
#include "suppress.h"

int excuses_read(struct excuses *x, const struct options *o) {
  const char *baseline = o->text[OPTION_BASELINE];
  x->suppressions = suppressions_read(o->text[OPTION_SUPPRESSIONS]);
  x->baseline = x->suppressions && *baseline ? report_load(baseline) : NULL;
  if (!x->suppressions || (*baseline && !x->baseline)) {
    excuses_free(x);
    return -1;
  }
  return 0;
}

void excuses_free(struct excuses *x) {
  suppressions_free(x->suppressions);
  json_decref(x->baseline);
  x->suppressions = NULL;
  x->baseline = NULL;
}

void excuses_apply(struct excuses *x, json_t *report) {
  char today[16] = "";
  time_t now = time(NULL);
  struct tm tm;
  if (gmtime_r(&now, &tm))
    strftime(today, sizeof today, "%Y-%m-%d", &tm);
  suppressions_apply(x->suppressions, report, today);
  if (x->baseline)
    baseline_apply(x->baseline, report);
  suppressed_count(report);
}
