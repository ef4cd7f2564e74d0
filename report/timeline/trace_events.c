/* trace_events.c: a time line in the Trace Event Format, which Perfetto and chrome://tracing
 * read. Each rank is a process: its calls, its epochs and the copies of its windows are its
 * threads. A column is a millisecond. Operations and messages are flows. */
#include <stdlib.h>

#include "drawn.h"
#include "report/journal/member.h"
#include "report/writers/escape.h"

enum { CALLS_ROW = 1, TARGET_ROW = 2, EPOCH_ROW = 10, COPY_ROW = 1000, COLUMN = 1000 };

struct trace_writer {
  const struct drawn *d;
  FILE *out;
  const char *comma;
  unsigned long flows;
};

static void text(struct trace_writer *w, const char *s) {
  json_t *json = escape_json(s, 0);
  drawn_json(json, w->out);
  json_decref(json);
}

static void event(struct trace_writer *w, const char *phase, size_t track, unsigned row,
                  unsigned long at) {
  fprintf(w->out, "%s{\"ph\":\"%s\",\"pid\":%zu,\"tid\":%u,\"ts\":%lu", w->comma, phase, track,
          row, at);
  w->comma = ",\n";
}

static void name(struct trace_writer *w, const char *s) {
  fputs(",\"name\":", w->out);
  text(w, s);
}

static void place(struct trace_writer *w, const char *key, int number, const char *comma) {
  const json_t *p =
      number < 0 ? NULL : json_array_get(interned_places(w->d->interned), (size_t)number);
  if (!p)
    return;
  char s[400];
  snprintf(s, sizeof s, "%s:%lld", member_text_or(p, "file", "?"),
           (long long)member_number(p, "line", 0));
  fprintf(w->out, "%s\"%s\":", comma, key);
  text(w, s);
}

static void meta(struct trace_writer *w, size_t track, unsigned row, const char *what,
                 const char *value) {
  event(w, "M", track, row, 0);
  fprintf(w->out, ",\"name\":\"%s\",\"args\":{\"name\":", what);
  text(w, value);
  fputs("}}", w->out);
}

static void names(struct trace_writer *w, size_t k, const struct track *t) {
  char s[240], window[200];
  snprintf(s, sizeof s, "rank %d", t->rank);
  meta(w, k, 0, "process_name", s);
  meta(w, k, CALLS_ROW, "thread_name", "calls, loads and stores");
  meta(w, k, TARGET_ROW, "thread_name", "accessed by other ranks");
  for (unsigned row = 0; row < t->rows; row++)
    meta(w, k, EPOCH_ROW + row, "thread_name", "epochs");
  unsigned row = COPY_ROW;
  for (const struct track_window *of = w->d->line->windows; of; of = of->hh.next, row += 2) {
    drawn_window(w->d, of->id, window, sizeof window);
    snprintf(s, sizeof s, "private copy newer: %.190s", window);
    meta(w, k, row, "thread_name", s);
    snprintf(s, sizeof s, "public copy newer: %.190s", window);
    meta(w, k, row + 1, "thread_name", s);
  }
}

static void slice(struct trace_writer *w, size_t k, unsigned row, uint32_t begin, uint32_t end,
                  const char *s) {
  event(w, "X", k, row, (unsigned long)begin * COLUMN);
  fprintf(w->out, ",\"dur\":%lu",
          end > begin ? (unsigned long)(end - begin) * COLUMN : COLUMN * 8ul / 10);
  name(w, s);
}

static void moments(struct trace_writer *w, size_t k, const struct track *t) {
  char s[DRAWN_TEXT];
  const struct rank *r = drawn_rank(w->d, t);
  for (size_t i = 0; i < t->moments; i++) {
    const struct track_step *m = &t->moment[i];
    const char *mark = drawn_mark(m);
    drawn_moment(t, m, s, sizeof s);
    slice(w, k, CALLS_ROW, m->begin, m->end, s);
    fprintf(w->out, ",\"args\":{\"thread\":%d", m->thread);
    place(w, "at", interned_place(w->d->interned, r, m->stack), ",");
    if (mark)
      fprintf(w->out, ",\"finding\":\"%s\"", mark);
    fputs("}}", w->out);
  }
}

static int place_of(const struct trace_writer *w, const struct track *t,
                    const struct history_call *call) {
  const struct track *by = call->known ? track_of(t, call->rank) : NULL;
  return by ? interned_place(w->d->interned, drawn_rank(w->d, by), call->stack) : -1;
}

static unsigned copy_row(const struct trace_writer *w, const struct bar *b) {
  unsigned row = COPY_ROW + (b->copy == 2);
  for (const struct track_window *of = w->d->line->windows; of && of->id != b->win;
       of = of->hh.next)
    row += 2;
  return row;
}

static void bars(struct trace_writer *w, size_t k, const struct track *t) {
  char s[DRAWN_TEXT], window[200];
  for (size_t i = 0; i < t->bars; i++) {
    const struct bar *b = &t->bar[i];
    drawn_bar(b, s, sizeof s);
    slice(w, k, b->copy ? copy_row(w, b) : EPOCH_ROW + b->row, b->begin, b->end, s);
    drawn_window(w->d, b->win, window, sizeof window);
    fputs(",\"args\":{\"window\":", w->out);
    text(w, window);
    place(w, "begin", place_of(w, t, &b->opened), ",");
    place(w, "end", place_of(w, t, &b->closed), ",");
    fputs("}}", w->out);
  }
}

static void flow(struct trace_writer *w, const char *phase, size_t track, unsigned row,
                 uint32_t column, const char *s) {
  event(w, phase, track, row, (unsigned long)column * COLUMN + COLUMN / 4);
  fprintf(w->out, ",\"id\":%lu,\"cat\":\"order\",\"bp\":\"e\"", w->flows);
  name(w, s);
  fputc('}', w->out);
}

static void arrow(void *context, const struct drawn_arrow *a) {
  static const char *const kinds[] = {"put", "get", "accumulate", "message", "collective call"};
  struct trace_writer *w = context;
  size_t from = (size_t)(a->from - w->d->line->track), to = (size_t)(a->to - w->d->line->track);
  char s[DRAWN_TEXT], of[DRAWN_TEXT + 32];
  unsigned row = CALLS_ROW;
  if (a->kind <= ARROW_UPDATE) {
    drawn_moment(a->from, a->moment, s, sizeof s);
    snprintf(of, sizeof of, "%s of rank %d", s, a->from->rank);
    slice(w, to, TARGET_ROW, a->end, a->end, of);
    fputs(",\"args\":{}}", w->out);
    row = TARGET_ROW;
  }
  w->flows++;
  if (a->kind == ARROW_GET) {
    flow(w, "s", to, row, a->end, kinds[a->kind]);
    flow(w, "f", from, CALLS_ROW, a->begin, kinds[a->kind]);
    return;
  }
  flow(w, "s", from, CALLS_ROW, a->begin, kinds[a->kind]);
  flow(w, "f", to, row, a->end, kinds[a->kind]);
}

void timeline_trace_events(const struct drawn *d, FILE *out) {
  struct trace_writer w = {.d = d, .out = out, .comma = ""};
  fputs("{\"displayTimeUnit\":\"ms\",\"otherData\":{\"title\":", out);
  text(&w, d->title);
  fputs(",\"time\":\"order, not time: one millisecond is one step\"},\n\"traceEvents\":[", out);
  for (size_t k = 0; k < d->line->tracks; k++) {
    names(&w, k, &d->line->track[k]);
    moments(&w, k, &d->line->track[k]);
    bars(&w, k, &d->line->track[k]);
  }
  drawn_arrows(d->line, &w, arrow);
  fputs("]}\n", out);
}
