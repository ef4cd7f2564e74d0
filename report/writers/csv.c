/* csv.c: a report as CSV (RFC 4180): a line of names, then one for each finding, worst first.
 */
#include <stdlib.h>

#include "escape.h"
#include "export.h"
#include "report/journal/member.h"
#include "words.h"

enum { MOST = 8000 };

static void field(FILE *out, const char *text, const char *behind) {
  escape_csv(out, text ? text : "", MOST);
  fputs(behind, out);
}

static void places(FILE *out, const json_t *at) {
  char *call = at ? view_call(at) : NULL, *place = at ? view_place(at) : NULL;
  char *rank = at ? view_print("%lld", (long long)member_number(at, "rank", -1)) : NULL;
  field(out, place, ",");
  field(out, rank, ",");
  field(out, call, ",");
  free(call);
  free(place);
  free(rank);
}

void export_csv(const struct export *e, FILE *out) {
  const json_t *finding;
  size_t i;
  fputs("severity,grade,finding,title,excused,at,at_rank,at_call,and,and_rank,and_call,message,"
        "ordering,remedy,section,count,ranks,fingerprint,at_epoch,and_epoch\r\n",
        out);
  json_array_foreach(member_get(e->report, "findings"), i, finding) {
    static const char *const first[] = {"severity", "grade", "id", "title"};
    static const char *const then[] = {"message", "ordering", "remedy"};
    const json_t *locations = member_get(finding, "locations");
    char *ranks = view_ranks(finding);
    for (int k = 0; k < 4; k++)
      field(out, member_text_or(finding, first[k], ""), ",");
    field(out, view_excused(finding), ",");
    places(out, json_array_get(locations, 0));
    places(out, json_array_get(locations, 1));
    for (int k = 0; k < 3; k++)
      field(out, member_text_or(finding, then[k], ""), ",");
    field(out, member_text_or(member_get(finding, "standard"), "section", ""), ",");
    fprintf(out, "%lld,", (long long)member_number(finding, "count", 1));
    field(out, ranks, ",");
    field(out, member_text_or(finding, "fingerprint", ""), ",");
    field(out, member_text_or(json_array_get(locations, 0), "epoch", ""), ",");
    field(out, member_text_or(json_array_get(locations, 1), "epoch", ""), "\r\n");
    free(ranks);
  }
}
