#include "exit_status.h"

#include <string.h>

#include "job.h"
#include "report/input/catalog.h"
#include "report/input/status.h"
#include "report/journal/member.h"
#include "report/journal/options.h"
#include "report/writers/coverage.h"

int exit_of_report(const json_t *report, const struct options *o) {
  const json_t *summary = member_get(report, "summary");
  enum severity least = catalog_severity_named(o->text[OPTION_FAIL_ON]);
  for (enum severity s = SEVERITY_ERROR; least < SEVERITIES && s <= least; s++)
    if (member_number(summary, catalog_severity(s), 0) > 0)
      return EXIT_FINDINGS;
  return strcmp(member_text_or(report, "status", ""), status_name(STATUS_COMPLETE)) != 0 ||
                 coverage_refused(report)
             ? EXIT_UNCHECKED
             : 0;
}

int exit_of_run(const struct job *job, int report) {
  int ours = job->timeout || job->deadlock;
  if (!ours && job->signal)
    return 128 + job->signal;
  if (!ours && job->code)
    return job->code;
  return report;
}
