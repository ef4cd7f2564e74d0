/* github.c: a report as workflow commands of GitHub Actions. A step shows 10 of each of error,
 * warning and notice: the worst come first, and what is not shown is counted in a line of its
 * own. */
#include <stdlib.h>
#include <string.h>

#include "report/input/catalog.h"
#include "escape.h"
#include "export.h"
#include "report/journal/member.h"
#include "words.h"

enum { SHOWN = 10, MOST = 3000, SHORT = 200 };

static const char *const commands[SEVERITIES] = {"error", "warning", "notice"};

static void annotate(const json_t *finding, const char *command, FILE *out) {
  const json_t *at = view_blamed(finding);
  const char *file = view_file(at), *ordering = member_text_or(finding, "ordering", "");
  char *place = view_place(at), *epochs = view_epochs(finding);
  json_int_t line = member_number(at, "line", 0);
  fprintf(out, "::%s ", command);
  if (file) {
    fputs("file=", out);
    escape_github(out, file, 0, 1);
    if (line > 0)
      fprintf(out, ",line=%lld", (long long)line);
    fputc(',', out);
  }
  fputs("title=", out);
  escape_github(out, member_text_or(finding, "title", ""), SHORT, 1);
  fputs("::", out);
  if (!file && place) {
    escape_github(out, place, SHORT, 0);
    fputs(": ", out);
  }
  escape_github(out, member_text_or(finding, "message", ""), MOST, 0);
  if (epochs) {
    fputs("%0A", out);
    escape_github(out, epochs, MOST, 0);
  }
  if (*ordering) {
    fputs("%0A", out);
    escape_github(out, ordering, MOST, 0);
  }
  fputs("%0A", out);
  escape_github(out, member_text_or(finding, "remedy", ""), MOST, 0);
  fprintf(out, " [%s]\n", member_text_or(finding, "id", ""));
  free(place);
  free(epochs);
}

/* A line about the run itself counts as the first of its kind. */
static void run(const json_t *report, FILE *out) {
  char *status = view_status(report), *counts = view_counts(report);
  fprintf(out, "::%s title=Fencepost::", view_complete(report) ? "notice" : "error");
  escape_github(out, counts ? counts : "", MOST, 0);
  fputs("; ", out);
  escape_github(out, status ? status : "", MOST, 0);
  fputc('\n', out);
  free(status);
  free(counts);
}

void export_github(const struct export *e, FILE *out) {
  size_t shown[SEVERITIES] = {0}, more = 0, i;
  const json_t *finding;
  /* an unchecked run matters more than findings; a checked one is told after them */
  if (!view_complete(e->report)) {
    run(e->report, out);
    shown[SEVERITY_ERROR]++;
  } else {
    shown[SEVERITY_NOTE]++;
  }
  shown[SEVERITY_NOTE]++; /* counts the line about what is not shown */
  json_array_foreach(member_get(e->report, "findings"), i, finding) {
    enum severity s = catalog_severity_named(member_text_or(finding, "severity", ""));
    if (view_excused(finding))
      continue;
    if (shown[s] < SHOWN) {
      shown[s]++;
      annotate(finding, commands[s], out);
    } else {
      more++;
    }
  }
  if (view_complete(e->report))
    run(e->report, out);
  if (more)
    fprintf(out, "::notice title=Fencepost::%zu more finding%s in the report\n", more,
            more == 1 ? " is" : "s are");
}
