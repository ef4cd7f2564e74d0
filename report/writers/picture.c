#include "picture.h"

#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "report/journal/member.h"
#include "words.h"

/* Pixels. */
enum { WIDTH = 820, LEFT = 130, LANE = 64, GAP = 26, TOP = 34, DOT = 11, LINE = 16 };
enum { PLACES = 3, LANES = PLACES + 1, LABEL = 46, BOX = 76, MISSING = 110, BAR = 190 };

struct picture {
  const json_t *finding, *at[PLACES];
  int places, lanes, owner; /* owner: rank whose memory it is, -1 = not known */
  int rank[LANES], lane[PLACES], x[PLACES];
  size_t id;
  FILE *out;
};

static int lane_of(struct picture *p, int rank) {
  for (int i = 0; i < p->lanes; i++)
    if (p->rank[i] == rank)
      return i;
  p->rank[p->lanes] = rank;
  return p->lanes++;
}

static const json_t *arrow_of(const struct picture *p, size_t i) {
  return json_array_get(member_get(p->finding, "arrows"), i);
}

/* Counts the locations that come before this one: its place in time. */
static int before(const struct picture *p, int place) {
  int n = 0;
  const json_t *arrow;
  for (size_t i = 0; (arrow = arrow_of(p, i)); i++)
    n += member_int(arrow, "to", -1) == place &&
         strcmp(member_text_or(arrow, "kind", ""), "missing") != 0;
  return n;
}

static void lay_out(struct picture *p) {
  const json_t *locations = member_get(p->finding, "locations");
  int room = WIDTH - LEFT - 120;
  p->owner = member_int(member_get(p->finding, "window"), "owner", -1);
  for (; p->places < PLACES; p->places++) {
    if (!(p->at[p->places] = json_array_get(locations, (size_t)p->places)))
      break;
    p->lane[p->places] = lane_of(p, member_int(p->at[p->places], "rank", -1));
  }
  if (p->owner >= 0 && member_get(p->finding, "memory"))
    lane_of(p, p->owner);
  for (int i = 0; i < p->places; i++) {
    /* Each location has its own column, so that no dot or arrow covers another. */
    int column = 0;
    for (int k = 0; k < p->places; k++)
      column += before(p, k) < before(p, i) || (before(p, k) == before(p, i) && k < i);
    p->x[i] = LEFT + 60 + room * column / p->places;
  }
}

static int middle(int lane) {
  return TOP + lane * (LANE + GAP) + LANE / 2;
}

static void text(const struct picture *p, int x, int y, const char *class, const char *anchor,
                 const char *words, size_t most) {
  fprintf(p->out, "<text x=\"%d\" y=\"%d\" class=\"%s\" text-anchor=\"%s\">", x, y, class,
          anchor);
  escape_xml(p->out, words, most);
  fputs("</text>\n", p->out);
}

static void draw_lanes(const struct picture *p) {
  for (int i = 0; i < p->lanes; i++) {
    char *name = p->rank[i] < 0 ? NULL : view_print("rank %d", p->rank[i]);
    fprintf(p->out,
            "<rect class=\"lane\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n",
            LEFT, middle(i) - LANE / 2, WIDTH - LEFT - 10, LANE);
    text(p, 8, middle(i), "", "start", name ? name : "rank unknown", 0);
    if (p->rank[i] == p->owner && p->owner >= 0)
      text(p, 8, middle(i) + LINE, "soft", "start", "owns the window", 0);
    free(name);
  }
}

/* Draws one bar for the locations of a lane that were called in the same epoch. */
static void draw_epochs(const struct picture *p) {
  for (int i = 0; i < p->places; i++) {
    const char *epoch = member_text_or(p->at[i], "epoch", "");
    int from = p->x[i], to = p->x[i], first = 1;
    for (int k = 0; k < p->places; k++) {
      if (p->lane[k] != p->lane[i] || strcmp(member_text_or(p->at[k], "epoch", ""), epoch) != 0)
        continue;
      first &= k >= i;
      from = p->x[k] < from ? p->x[k] : from;
      to = p->x[k] > to ? p->x[k] : to;
    }
    if (!*epoch || !first)
      continue;
    fprintf(p->out,
            "<rect class=\"bar\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"28\" rx=\"5\"/>\n",
            from - 40, middle(p->lane[i]) - 14, to - from + BAR);
    text(p, from - 36, middle(p->lane[i]) + 27, "soft", "start", epoch, LABEL);
  }
}

static void draw_dots(const struct picture *p) {
  for (int i = 0; i < p->places; i++) {
    char *call = view_call(p->at[i]);
    char number[4] = {(char)('1' + i), '\0'};
    int y = middle(p->lane[i]);
    fprintf(p->out, "<circle class=\"dot%s\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>", i ? " other" : "",
            p->x[i], y, DOT);
    text(p, p->x[i], y + 4, "", "middle", number, 0);
    text(p, p->x[i] + DOT + 5, y - 18, "", "start", call ? call : "", LABEL);
    free(call);
  }
}

/* Draws a line that bends to its left by `bend`. */
static void draw_line(const struct picture *p, const char *class, int x1, int y1, int x2,
                      int y2, int bend) {
  int dx = x2 - x1, dy = y2 - y1, length = abs(dx) > abs(dy) ? abs(dx) : abs(dy);
  int x = (x1 + x2) / 2 + (length ? dy * bend / length : 0);
  int y = (y1 + y2) / 2 - (length ? dx * bend / length : 0);
  fprintf(p->out, "<path class=\"%s\" d=\"M%d %d Q%d %d %d %d\" marker-end=\"url(#%s%zu)\"/>\n",
          class, x1, y1, x, y, x2, y2, class, p->id);
}

/* The line goes from the rim of one dot to the rim of the other. */
static void draw_arrow(const struct picture *p, const char *class, int from, int to, int bend) {
  int x1 = p->x[from], y1 = middle(p->lane[from]), x2 = p->x[to], y2 = middle(p->lane[to]);
  if (y1 == y2) {
    x1 += x2 > x1 ? DOT : -DOT;
    x2 += x2 > x1 ? -DOT - 5 : DOT + 5;
  } else {
    y1 += y2 > y1 ? DOT : -DOT;
    y2 += y2 > y1 ? -DOT - 5 : DOT + 5;
  }
  draw_line(p, class, x1, y1, x2, y2, bend);
}

/* Draws what an RMA operation moves, to the owner's lane. */
static void draw_moves(const struct picture *p) {
  for (int i = 0; i < p->places; i++)
    for (int k = 0; k < p->lanes; k++) {
      const char *role = member_text_or(p->at[i], "role", "");
      int down = k > p->lane[i] ? 1 : -1;
      if (strcmp(role, "RMA operation") != 0 || p->rank[k] != p->owner || k == p->lane[i])
        continue;
      draw_line(p, "moves", p->x[i] + 40, middle(p->lane[i]) + down * 14, p->x[i] + 70,
                middle(k) - down * 16, 0);
    }
}

/* Returns whether the two are in order, and only the copies are not. */
static int only_copies(const struct picture *p) {
  const json_t *arrow;
  int in_order = 0;
  for (size_t i = 0; (arrow = arrow_of(p, i)); i++) {
    const char *kind = member_text_or(arrow, "kind", "");
    in_order |= !strcmp(kind, "completion") || !strcmp(kind, "program");
  }
  return in_order &&
         json_array_size(member_get(member_get(p->finding, "copies"), "models")) == 1;
}

/* Words stand between two lanes; of one lane above and below it, where no other words are. */
static void arrow_words(const struct picture *p, int from, int to, int below, const char *class,
                        const char *words) {
  int x = (p->x[from] + p->x[to]) / 2, y = (middle(p->lane[from]) + middle(p->lane[to])) / 2;
  if (p->lane[from] == p->lane[to])
    y += below ? LANE / 2 + 14 : -LANE / 2 - 5;
  else
    y += below ? 12 : -4;
  text(p, x, y, class, "middle", words, 0);
}

static void draw_arrows(const struct picture *p) {
  static const struct {
    const char *kind, *class, *words;
  } kinds[] = {{"program", "known", "program order"},
               {"start", "known", "knows that it was started"},
               {"completion", "known", "knows that it is complete"},
               {"missing", "missing", "no order"}};
  const json_t *arrow;
  for (size_t i = 0; (arrow = arrow_of(p, i)); i++) {
    int from = member_int(arrow, "from", -1), to = member_int(arrow, "to", -1);
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
      if (strcmp(kinds[k].kind, member_text_or(arrow, "kind", "")) != 0 || from < 0 || to < 0 ||
          from >= p->places || to >= p->places || from == to)
        continue;
      int missing = k == 3;
      draw_arrow(p, kinds[k].class, from, to, missing ? -40 : 40);
      arrow_words(p, from, to, missing == (p->x[from] < p->x[to]),
                  missing ? "missing-text" : "known-text",
                  missing && only_copies(p) ? "not in the same copy" : kinds[k].words);
    }
  }
}

/* Breaks words into lines of `width` bytes; returns the height below `y`. */
static int wrapped(const struct picture *p, int x, int y, const char *class, const char *words,
                   size_t width, int most) {
  int lines = 0;
  while (*words && lines < most) {
    size_t n = strlen(words);
    if (n > width) {
      n = width;
      while (n > width / 2 && words[n] != ' ')
        n--;
      while (n && ((unsigned char)words[n] & 0xc0) == 0x80)
        n--;
    }
    char *line =
        view_print("%.*s%s", (int)n, words, lines + 1 == most && words[n] ? "..." : "");
    text(p, x, y + lines++ * LINE, class, "start", line ? line : "", 0);
    free(line);
    words += n;
    words += strspn(words, " ");
  }
  return lines * LINE;
}

/* The steps, one in a line; what is missing is red. */
static int draw_steps(const struct picture *p, int y) {
  const json_t *step;
  size_t i;
  y += 6;
  json_array_foreach(member_get(member_get(p->finding, "copies"), "steps"), i, step) {
    char *line = view_print("%zu. %s", i + 1, member_text_or(step, "text", ""));
    y += wrapped(p, 14, y + LINE,
                 json_is_true(member_get(step, "missing")) ? "missing-text" : "",
                 line ? line : "", MISSING, 2);
    free(line);
  }
  return y + 14;
}

static int draw_copies(const struct picture *p, int y) {
  const json_t *copies = member_get(p->finding, "copies");
  static const struct {
    const char *key, *title;
  } kinds[] = {{"private", "private copy"},
               {"public", "public copy"},
               {"other_public", "public copy of the other window"}};
  int n = member_get(copies, "other_public") ? 3 : 2, width = (WIDTH - 10 - 10 * n) / n;
  if (!copies)
    return y;
  for (int i = 0; i < n; i++) {
    int x = 10 + i * (width + 10);
    fprintf(p->out,
            "<rect class=\"copy\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" rx=\"6\"/>\n", x,
            y, width, BOX);
    text(p, x + 10, y + 18, "soft", "start", kinds[i].title, 0);
    wrapped(p, x + 10, y + 36, "", member_text_or(copies, kinds[i].key, ""),
            (size_t)(width - 20) / 7, 3);
  }
  return draw_steps(p, y + BOX);
}

static int copies_height(const json_t *finding) {
  const json_t *copies = member_get(finding, "copies");
  int steps = (int)json_array_size(member_get(copies, "steps"));
  return copies ? BOX + 20 + 2 * LINE * (steps < 8 ? steps : 8) : 0;
}

static void draw_heads(const struct picture *p) {
  static const struct {
    const char *class, *color;
  } heads[] = {{"moves", "var(--soft)"}, {"known", "#2da44e"}, {"missing", "var(--error)"}};
  fputs("<defs>", p->out);
  for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
    fprintf(p->out,
            "<marker id=\"%s%zu\" markerWidth=\"12\" markerHeight=\"12\" refX=\"7\" refY=\"4\" "
            "orient=\"auto\" markerUnits=\"userSpaceOnUse\"><path d=\"M0 0L9 4L0 8Z\" "
            "style=\"fill:%s\"/></marker>",
            heads[i].class, p->id, heads[i].color);
  fputs("</defs>\n", p->out);
}

void picture_svg(const json_t *finding, size_t id, FILE *out) {
  struct picture p = {.finding = finding, .id = id, .out = out};
  const char *ordering = member_text_or(finding, "ordering", "");
  lay_out(&p);
  if (!p.places)
    return;
  int y = TOP + p.lanes * (LANE + GAP), lines = (int)strlen(ordering) / (MISSING / 2) + 1;
  int height =
      y + (*ordering ? (lines < 5 ? lines : 5) * LINE + 10 : 0) + copies_height(finding);
  fprintf(out,
          "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
          "height=\"%d\" role=\"img\" aria-label=\"space-time picture of the finding\">\n",
          WIDTH, height, WIDTH, height);
  draw_heads(&p);
  text(&p, WIDTH - 14, 18, "soft", "end", "time \xe2\x86\x92", 0);
  draw_lanes(&p);
  draw_epochs(&p);
  draw_moves(&p);
  draw_arrows(&p);
  draw_dots(&p);
  if (*ordering)
    y += wrapped(&p, 10, y + 6, "missing-text", ordering, MISSING, 5) + 8;
  draw_copies(&p, y);
  fputs("</svg>\n", out);
}
