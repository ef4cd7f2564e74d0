#include "symbol.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>

#include "argument_text.h"
#include "debug.h"
#include "frame.h"
#include "report/journal/member.h"
#include "report/journal/say.h"

struct symbol_module {
  char *name; /* path and build-id */
  struct debug *debug;
  UT_hash_handle hh;
};

struct symbols {
  struct symbol_module *modules;
  struct sources *sources;
  /* those of the call that symbols_element was asked about last: many findings are about one
   * window */
  struct debug *scope_of;
  json_int_t scope_at;
  struct scope scope;
  json_t *known; /* object: "build-id path offset" -> array of frames */
};

struct symbols *symbols_new(void) {
  struct symbols *s = calloc(1, sizeof *s);
  if (s) {
    s->known = json_object();
    s->sources = sources_new();
  }
  /* if this is set, libdw would ask a server over the network, for minutes */
  unsetenv("DEBUGINFOD_URLS");
  return s;
}

void symbols_free(struct symbols *s) {
  struct symbol_module *m, *next;
  if (!s)
    return;
  HASH_ITER(hh, s->modules, m, next) {
    HASH_DELETE(hh, s->modules, m);
    debug_close(m->debug);
    free(m->name);
    free(m);
  }
  json_decref(s->known);
  sources_free(s->sources);
  free(s->scope.scopes);
  free(s);
}

static struct debug *module_find(struct symbols *s, const char *path, const char *build_id) {
  struct symbol_module *m;
  size_t n = strlen(path) + strlen(build_id) + 2;
  char *name = malloc(n);
  if (!name)
    return NULL;
  snprintf(name, n, "%s %s", build_id, path);
  HASH_FIND_STR(s->modules, name, m);
  if (m) {
    free(name);
    return m->debug;
  }
  if (!(m = calloc(1, sizeof *m)) || !(m->debug = debug_open(path, build_id))) {
    free(m);
    free(name);
    return NULL;
  }
  m->name = name;
  HASH_ADD_KEYPTR(hh, s->modules, m->name, strlen(m->name), m);
  if (debug_state(m->debug) == DEBUG_CHANGED)
    say("%s is not the file of this run any more (its build-id differs): no source lines for "
        "it",
        path);
  return m->debug;
}

static json_t *look_up(struct symbols *s, const char *module, const char *build_id,
                       json_int_t offset, const char *symbol) {
  json_t *found = json_array();
  struct debug *debug = *module ? module_find(s, module, build_id) : NULL;
  /* offset is a return address: the call lies before it, perhaps in another line */
  if (debug && debug_state(debug) == DEBUG_USABLE && offset > 0)
    debug_frames(debug, (uint64_t)offset - 1, symbol, found);
  if (!json_array_size(found))
    json_array_append_new(found, json_pack("{s:n, s:n, s:n}", "function", "file", "line"));
  size_t i;
  json_t *frame;
  json_array_foreach(found, i, frame) {
    json_object_set_new(frame, "module", *module ? json_string(module) : json_null());
    json_object_set_new(frame, "offset", json_integer(offset));
  }
  json_t *outer = json_array_get(found, json_array_size(found) - 1);
  if (*symbol && !member_text(outer, "function"))
    json_object_set_new(outer, "function", json_string(symbol));
  return found;
}

/* The result is borrowed from the table of known frames. */
static json_t *native_frames(struct symbols *s, const json_t *frame) {
  const char *module = member_text_or(frame, "module", "");
  const char *build_id = member_text_or(frame, "build_id", "");
  json_int_t offset = member_number(frame, "offset", 0);
  size_t n = strlen(module) + strlen(build_id) + 32;
  char *key = malloc(n);
  if (!key)
    return NULL;
  snprintf(key, n, "%s %s %llx", build_id, module, (unsigned long long)offset);
  json_t *frames = json_object_get(s->known, key);
  if (!frames) {
    frames = look_up(s, module, build_id, offset, member_text_or(frame, "symbol", ""));
    json_object_set_new(s->known, key, frames);
  }
  free(key);
  return frames;
}

static json_t *interpreter_frame(const json_t *frame) {
  json_int_t line = member_number(frame, "line", 0);
  return json_pack("{s:n, s:n, s:o, s:o, s:o}", "module", "offset", "function",
                   member_copy(frame, "function"), "file", member_copy(frame, "file"), "line",
                   line > 0 ? json_integer(line) : json_null());
}

json_t *symbols_stack(struct symbols *s, const json_t *frames) {
  json_t *stack = json_array(), *frame;
  size_t i;
  json_array_foreach((json_t *)frames, i, frame) {
    if (!json_is_object(frame))
      continue;
    if (member_text(frame, "file"))
      json_array_append_new(stack, interpreter_frame(frame));
    else
      json_array_extend(stack, native_frames(s, frame));
  }
  return stack;
}

/* Returns the journal's frame that the program's own frame of the call comes from. */
static const json_t *recorded(const json_t *frames, const json_t *own) {
  size_t i;
  json_t *frame;
  json_array_foreach((json_t *)frames, i,
                     frame) if (!strcmp(member_text_or(frame, "module", ""),
                                        member_text_or(own, "module", "?")) &&
                                member_number(frame, "offset", 0) ==
                                    member_number(own, "offset", -1)) return frame;
  return NULL;
}

/* Returns the scopes around a journal's frame, NULL if they are not known. */
static const struct scope *scope_of(struct symbols *s, const json_t *frame,
                                    const char *function) {
  const char *module = member_text_or(frame, "module", "");
  json_int_t offset = member_number(frame, "offset", 0);
  struct debug *debug =
      *module ? module_find(s, module, member_text_or(frame, "build_id", "")) : NULL;
  if (!debug || debug_state(debug) != DEBUG_USABLE || offset < 1)
    return NULL;
  if (debug != s->scope_of || offset != s->scope_at) {
    free(s->scope.scopes);
    s->scope_of = debug;
    s->scope_at = offset;
    if (debug_scope(debug, (uint64_t)offset - 1, function, &s->scope))
      s->scope = (struct scope){0};
  }
  return s->scope.n ? &s->scope : NULL;
}

char *symbols_element(struct symbols *s, const struct bytes_given *b) {
  json_t *stack = symbols_stack(s, b->frames);
  const json_t *own = frame_own(stack), *frame = own ? recorded(b->frames, own) : NULL;
  const char *function = own ? member_text(own, "function") : NULL;
  const struct scope *scope = frame && function ? scope_of(s, frame, function) : NULL;
  char *element = NULL;
  char *text = scope ? argument_text(s->sources, member_text_or(own, "file", ""),
                                     (long)member_number(own, "line", 0), b->call, b->argument)
                     : NULL;
  if (text)
    element = variable_element(
        scope,
        &(struct memory_named){
            .argument = text, .stored = b->stored, .size = b->size, .lo = b->lo, .hi = b->hi});
  free(text);
  json_decref(stack);
  return element;
}
