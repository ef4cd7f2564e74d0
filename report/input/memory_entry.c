#include "memory_entry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/journal/member.h"

/* Where the calls that make windows are told their memory, or store where it is. */
static const struct {
  const char *call;
  int argument, stored;
} makers[] = {{"MPI_Win_create", 0, 0},          {"MPI_Win_create_c", 0, 0},
              {"MPI_Win_allocate", 4, 1},        {"MPI_Win_allocate_c", 4, 1},
              {"MPI_Win_allocate_shared", 4, 1}, {"MPI_Win_allocate_shared_c", 4, 1}};

static char *elements(const struct journals *js, const struct rank *r, const json_t *record,
                      struct symbols *s, int64_t lo, int64_t hi) {
  const json_t *w = member_get(record, "window");
  const struct rank *owner = journals_peer(js, r, member_int(w, "owner", -1));
  const json_t *history =
      owner ? member_get(owner->histories, member_text_or(w, "id", "")) : NULL;
  const json_t *created = member_get(history, "created");
  json_t *frames =
      created ? frames_json(rank_stack(owner, member_number(created, "stack", 0))) : NULL;
  char *found = NULL;
  for (size_t i = 0; frames && i < sizeof makers / sizeof *makers; i++)
    if (!strcmp(makers[i].call, member_text_or(created, "call", "")))
      found = symbols_element(s, &(struct bytes_given){.frames = frames,
                                                       .call = makers[i].call,
                                                       .argument = makers[i].argument,
                                                       .stored = makers[i].stored,
                                                       .size = member_number(w, "size", -1),
                                                       .lo = lo,
                                                       .hi = hi});
  json_decref(frames);
  return found;
}

json_t *memory_entry(const struct journals *js, const struct rank *r, const json_t *record,
                     struct symbols *s) {
  const json_t *memory = member_get(record, "memory");
  json_int_t lo = member_number(memory, "lo", 0), hi = member_number(memory, "hi", 0), bytes;
  if (!json_is_object(memory) || __builtin_sub_overflow(hi, lo, &bytes))
    return NULL;
  json_t *entry = json_pack("{s:I, s:I, s:I}", "lo", lo, "hi", hi, "bytes", bytes);
  char *names = elements(js, r, record, s, lo, hi);
  if (names)
    json_object_set_new(entry, "elements", json_string(names));
  free(names);
  return entry;
}

char *memory_words(const json_t *memory) {
  const char *names = member_text(memory, "elements");
  long long lo = member_number(memory, "lo", 0), last = member_number(memory, "hi", 0) - 1;
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  if (names)
    fprintf(out, "%s (", names);
  if (lo == last)
    fprintf(out, "byte %lld", lo);
  else
    fprintf(out, "bytes %lld to %lld", lo, last);
  if (names)
    fputc(')', out);
  fclose(out);
  return text;
}
