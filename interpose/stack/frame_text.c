#define _GNU_SOURCE
#include "frame_text.h"
#include <dlfcn.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "include/hash.h"
#include "python.h"

struct frame_text {
  struct module_place place;
  size_t n;
  UT_hash_handle hh;
  char text[];
};

static struct frame_text *frames;

static char *frame_json(struct module_place at) {
  const struct module *m = at.module;
  uintptr_t pc = module_address(at);
  Dl_info d;
  const char *symbol = pc && dladdr((void *)(pc - 1), &d) ? d.dli_sname : NULL;
  json_t *frame =
      json_pack("{s:s, s:s, s:I, s:s*}", "module", m ? m->path : "?", "build_id",
                m ? m->build_id : "", "offset", (json_int_t)at.offset, "symbol", symbol);
  char *text = frame ? json_dumps(frame, JSON_COMPACT) : NULL;
  json_decref(frame);
  return text;
}

static const struct frame_text *frame_text(struct module_place at) {
  struct frame_text *f;
  HASH_FIND(hh, frames, &at, sizeof at, f);
  if (f)
    return f;
  char *text = frame_json(at);
  size_t n = text ? strlen(text) : 0;
  if (text && (f = calloc(1, sizeof *f + n + 1))) {
    f->place = at;
    f->n = n;
    memcpy(f->text, text, n);
    HASH_ADD(hh, frames, place, sizeof f->place, f);
  }
  free(text);
  return f;
}

/* Returns whether it wrote any. */
static int write_python(FILE *out, const char *lines) {
  json_t *all = python_frames(lines), *frame;
  size_t i;
  json_array_foreach(all, i, frame) {
    if (i)
      fputc(',', out);
    json_dumpf(frame, out, JSON_COMPACT);
  }
  int any = json_array_size(all) > 0;
  json_decref(all);
  return any;
}

void frames_write(FILE *out, const struct module_place *place, int count, const char *python) {
  int any = python ? write_python(out, python) : 0;
  for (int i = 0; i < count; i++) {
    const struct frame_text *f = frame_text(place[i]);
    if (f && any++)
      fputc(',', out);
    if (f)
      fwrite(f->text, 1, f->n, out);
  }
}
