#include "frame_text.h"
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "interpose/base/note.h"
#include "exported_at.h"
#include "python.h"

struct frame_text {
  struct module_place place;
  char *symbol; /* NULL: none */
  char *text;   /* NULL: not asked for so far */
  UT_hash_handle hh;
};

static struct frame_text *frames;

static struct frame_text *frame_find(struct module_place at) {
  struct frame_text *f;
  HASH_FIND(hh, frames, &at, sizeof at, f);
  return f;
}

void frames_note(const struct module_place *place, void *const *pc, int count) {
  for (int i = 0; i < count; i++) {
    struct frame_text *f = frame_find(place[i]) ? NULL : calloc(1, sizeof *f);
    if (!f)
      continue;
    const char *symbol = exported_at((uintptr_t)pc[i] - 1);
    f->place = place[i];
    f->symbol = symbol ? strdup(symbol) : NULL;
    HASH_ADD(hh, frames, place, sizeof f->place, f);
  }
}

static char *frame_json(const struct frame_text *f) {
  const struct module *m = f->place.module;
  json_t *frame = json_pack("{s:s, s:s, s:I, s:s*}", "module", m ? m->path : "?", "build_id",
                            m ? m->build_id : "", "offset", (json_int_t)f->place.offset,
                            "symbol", f->symbol);
  char *text = frame ? json_dumps(frame, JSON_COMPACT) : NULL;
  json_decref(frame);
  return text;
}

static const char *frame_text(struct module_place at) {
  struct frame_text *f = frame_find(at);
  if (f && !f->text)
    f->text = frame_json(f);
  return f ? f->text : NULL;
}

/* Returns whether it wrote any. */
static int write_python(struct note_text *out, const char *lines) {
  json_t *all = python_frames(lines), *frame;
  size_t i;
  json_array_foreach(all, i, frame) {
    char *text = json_dumps(frame, JSON_COMPACT);
    if (i)
      note_put(out, ",");
    note_put(out, text ? text : "{}");
    free(text);
  }
  int any = json_array_size(all) > 0;
  json_decref(all);
  return any;
}

void frames_write(struct note_text *out, const struct module_place *place, int count,
                  const char *python) {
  int any = python ? write_python(out, python) : 0;
  for (int i = 0; i < count; i++) {
    const char *text = frame_text(place[i]);
    if (text && any++)
      note_put(out, ",");
    if (text)
      note_put(out, text);
  }
}
