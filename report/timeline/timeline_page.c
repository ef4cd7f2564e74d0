/* timeline_page.c: a time line as a page that loads nothing from elsewhere. It holds the data
 * as arrays of numbers, of which timeline.js has the order, and texts and places by their
 * numbers. */
#include <stdlib.h>

#include "drawn.h"
#include "report/writers/escape.h"

static const char css[] =
#include "timeline.css.inc"
    ;
static const char html[] =
#include "timeline.html.inc"
    ;
static const char js[] =
#include "timeline.js.inc"
    ;

struct page_writer {
  const struct drawn *d;
  FILE *out;
  const char *comma;
};

static void item(struct page_writer *p) {
  fputs(p->comma, p->out);
  p->comma = ",\n";
}

static const struct track *track_at(const struct page_writer *p, size_t k) {
  return &p->d->line->track[k];
}

static long index_of(const struct page_writer *p, const struct track *t) {
  return (long)(t - p->d->line->track);
}

static void tracks(struct page_writer *p) {
  for (size_t k = 0; k < p->d->line->tracks; k++) {
    const struct track *t = track_at(p, k);
    item(p);
    fprintf(p->out, "[%d,%d,%u,%llu]", t->rank, t->first, t->rows,
            (unsigned long long)t->left_out);
  }
}

static int window_number(const struct page_writer *p, uint64_t win) {
  const struct track_window *w;
  int i = 0;
  for (w = p->d->line->windows; w; w = w->hh.next, i++)
    if (w->id == win)
      return i;
  return -1;
}

static void windows(struct page_writer *p) {
  for (const struct track_window *w = p->d->line->windows; w; w = w->hh.next) {
    char name[200];
    drawn_window(p->d, w->id, name, sizeof name);
    json_t *text = escape_json(name, sizeof name);
    item(p);
    drawn_json(text, p->out);
    json_decref(text);
  }
}

/* track, begin, end, text, place, window, thread, finding */
static void moments(struct page_writer *p) {
  char text[DRAWN_TEXT];
  for (size_t k = 0; k < p->d->line->tracks; k++) {
    const struct track *t = track_at(p, k);
    const struct rank *r = drawn_rank(p->d, t);
    for (size_t i = 0; i < t->moments; i++) {
      const struct track_step *m = &t->moment[i];
      const char *mark = drawn_mark(m);
      drawn_moment(t, m, text, sizeof text);
      item(p);
      fprintf(p->out, "[%zu,%u,%u,%d,%d,%d,%d,%d]", k, m->begin, m->end,
              interned_text(p->d->interned, text), interned_place(p->d->interned, r, m->stack),
              m->win ? window_number(p, m->win) : -1, m->thread,
              mark ? interned_text(p->d->interned, mark) : -1);
    }
  }
}

static int call_place(const struct page_writer *p, const struct track *t,
                      const struct history_call *call) {
  const struct track *by = call->known ? track_of(t, call->rank) : NULL;
  return by ? interned_place(p->d->interned, drawn_rank(p->d, by), call->stack) : -1;
}

/* track, begin, end, kind (copies: 10 private, 11 public newer), row, text, place that opened
 * it, place that closed it, window */
static void bars(struct page_writer *p) {
  char text[DRAWN_TEXT];
  for (size_t k = 0; k < p->d->line->tracks; k++) {
    const struct track *t = track_at(p, k);
    for (size_t i = 0; i < t->bars; i++) {
      const struct bar *b = &t->bar[i];
      drawn_bar(b, text, sizeof text);
      item(p);
      fprintf(p->out, "[%zu,%u,%u,%d,%u,%d,%d,%d,%d]", k, b->begin, b->end,
              b->copy ? 9 + b->copy : b->kind, b->row, interned_text(p->d->interned, text),
              call_place(p, t, &b->opened), call_place(p, t, &b->closed),
              window_number(p, b->win));
    }
  }
}

/* first track, its column, second track, its column, kind */
static void arrow(void *context, const struct drawn_arrow *a) {
  struct page_writer *p = context;
  item(p);
  fprintf(p->out, "[%ld,%u,%ld,%u,%d]", index_of(p, a->from), a->begin, index_of(p, a->to),
          a->end, (int)a->kind);
}

static void arrows(struct page_writer *p) {
  drawn_arrows(p->d->line, p, arrow);
}

static void member(struct page_writer *p, const char *name,
                   void (*write)(struct page_writer *p)) {
  fprintf(p->out, ",\n\"%s\":[", name);
  p->comma = "";
  write(p);
  fputc(']', p->out);
}

static void data(struct page_writer *p) {
  fprintf(p->out, "{\"columns\":%u", p->d->line->columns);
  member(p, "tracks", tracks);
  member(p, "windows", windows);
  member(p, "moments", moments);
  member(p, "bars", bars);
  member(p, "arrows", arrows);
  fputs(",\n\"texts\":", p->out);
  drawn_json(interned_texts(p->d->interned), p->out);
  fputs(",\n\"places\":", p->out);
  drawn_json(interned_places(p->d->interned), p->out);
  fputc('}', p->out);
}

void timeline_page(const struct drawn *d, FILE *out) {
  struct page_writer p = {.d = d, .out = out, .comma = ""};
  fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
        "<meta name=\"color-scheme\" content=\"light dark\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src "
        "data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n<link rel=\"icon\" "
        "href=\"data:,\">\n<title>Time line: ",
        out);
  escape_xml(out, d->title, 200);
  fprintf(out, "</title>\n<style>\n%s</style>\n</head>\n<body>\n<h1>Time line <small>", css);
  escape_xml(out, d->title, 400);
  fprintf(out, "</small></h1>\n%s<script type=\"application/json\" id=\"data\">", html);
  data(&p);
  fprintf(out, "</script>\n<script>\n%s</script>\n</body>\n</html>\n", js);
}
