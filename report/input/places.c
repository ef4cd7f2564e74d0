#include "places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_entry.h"
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
  return places_message(text, locations, NULL);
}

/* Prints what a part in braces at `text` stands for, and returns its length, 0 if it is none.
 */
static size_t print_part(const char *text, const json_t *locations, const char *bytes,
                         FILE *out) {
  static const char memory[] = "{memory}";
  const json_t *at = NULL;
  if (bytes && !strncmp(text, memory, sizeof memory - 1)) {
    fputs(bytes, out);
    return sizeof memory - 1;
  }
  if (*text == '{' && text[1] >= '0' && text[1] <= '9' && text[2] == '}')
    at = json_array_get(locations, (size_t)(text[1] - '0'));
  if (at)
    print_place(at, out);
  return at ? 3 : 0;
}

json_t *places_message(const char *text, const json_t *locations, const json_t *memory) {
  char *result = NULL, *bytes = memory ? memory_words(memory) : NULL;
  size_t n = 0, part;
  FILE *out = open_memstream(&result, &n);
  if (!out) {
    free(bytes);
    return json_string(text);
  }
  for (const char *p = text; *p; p += part ? part : 1)
    if (!(part = print_part(p, locations, bytes, out)))
      fputc(*p, out);
  json_t *json = fclose(out) ? NULL : json_string(result);
  free(result);
  free(bytes);
  return json ? json : json_string(text);
}
