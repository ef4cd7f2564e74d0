#include "places.h"

#include <stdio.h>
#include <stdlib.h>

#include "report/journal/member.h"
#include "report/symbols/frame.h"

static void print_place(const json_t *at, FILE *out) {
  const char *file = member_text(at, "file");
  json_int_t line = member_number(at, "line", 0);
  if (file && line > 0)
    fprintf(out, "%s:%lld", frame_base(file), (long long)line);
  else
    fputs(member_text_or(at, "call", "?"), out);
}

json_t *places_filled(const char *text, const json_t *locations) {
  char *result = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&result, &n);
  if (!out)
    return json_string(text);
  for (const char *p = text; *p; p++) {
    const json_t *at = NULL;
    if (*p == '{' && p[1] >= '0' && p[1] <= '9' && p[2] == '}')
      at = json_array_get(locations, (size_t)(p[1] - '0'));
    if (at) {
      print_place(at, out);
      p += 2;
    } else {
      fputc(*p, out);
    }
  }
  json_t *json = fclose(out) ? NULL : json_string(result);
  free(result);
  return json ? json : json_string(text);
}
