/* suppress_print.c: prints how suppressions change a report's numbers, and a suppression to
 * paste. */
#include <string.h>

#include "report/input/catalog.h"
#include "report/symbols/frame.h"
#include "report/journal/member.h"
#include "report/cli/suppress.h"
#include "words.h"

enum { MOST = 200 };

/* Writes a pattern that matches `text`: a character that cannot be in a line becomes '?'. */
static void print_pattern(FILE *out, const char *name, const char *text) {
  if (!*text)
    return;
  fprintf(out, "%s = ", name);
  for (int n = 0; *text; text++, n++) {
    if (n >= MOST && ((unsigned char)*text & 0xc0) != 0x80) {
      fputc('*', out);
      break;
    }
    if (strchr("*?[]\\", *text))
      fprintf(out, "\\%c", *text);
    else if ((unsigned char)*text <= 0x20 || *text == 0x7f)
      fputc('?', out);
    else
      fputc(*text, out);
  }
  fputc('\n', out);
}

void suppression_print(const json_t *finding, FILE *out) {
  const json_t *at = view_blamed(finding);
  const char *file = member_text_or(at, "file", "");
  fprintf(out, "[%s]\n", member_text_or(finding, "id", ""));
  print_pattern(out, "function", member_text_or(at, "function", ""));
  if (*file)
    print_pattern(out, "file", frame_base(file));
  else
    print_pattern(out, "module", frame_base(view_module(at)));
  print_pattern(out, "window", member_text_or(member_get(finding, "window"), "name", ""));
  fprintf(out, "fingerprint = %s\nreason = why it is right here\n",
          member_text_or(finding, "fingerprint", ""));
}

void suppressed_count(json_t *report) {
  json_t *summary = member_get(report, "summary"), *kept = json_array(),
         *excused = json_array();
  json_t *finding;
  json_int_t n[SEVERITIES + 1] = {0}, suppressed = 0, known = 0;
  size_t i;
  json_array_foreach(member_get(report, "findings"), i, finding) {
    int out = view_excused(finding) != NULL,
        by_file = member_get(finding, "suppressed") != NULL;
    json_array_append(out ? excused : kept, finding);
    suppressed += by_file;
    known += out && !by_file;
    if (!out)
      n[catalog_severity_named(member_text_or(finding, "severity", ""))]++;
  }
  json_array_extend(kept, excused);
  json_decref(excused);
  json_object_set_new(report, "findings", kept);
  for (int s = 0; s < SEVERITIES; s++)
    json_object_set_new(summary, catalog_severity((enum severity)s), json_integer(n[s]));
  json_object_set_new(summary, "suppressed", json_integer(suppressed));
  json_object_set_new(summary, "known", json_integer(known));
}
