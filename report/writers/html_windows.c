/* html_windows.c: what happened to each window, as tables of a page. */
#include <stdlib.h>
#include <string.h>

#include "escape.h"
#include "html.h"
#include "report/journal/member.h"
#include "words.h"

enum { OPEN_MOST = 3, WINDOWS_MOST = 200, ROWS_MOST = 500, SHORT = 200 };

static void cell(FILE *out, char *text, const char *class) {
  fprintf(out, "<td%s>", class);
  escape_xml(out, text ? text : "", SHORT);
  fputs("</td>", out);
  free(text);
}

static char *call_text(const json_t *call, const char *none) {
  if (!json_is_object(call))
    return view_print("%s", none);
  char *place = view_place(call), *result;
  const char *args = member_text_or(call, "args", "");
  if (json_is_integer(member_get(call, "rank")))
    result = view_print("%s of rank %lld, %s", member_text_or(call, "call", "?"),
                        (long long)member_number(call, "rank", -1), place ? place : "");
  else
    result = view_print("%s%s%s%s, %s", member_text_or(call, "call", "?"), *args ? "(" : "",
                        args, *args ? ")" : "", place ? place : "");
  free(place);
  return result;
}

/* "3", "2, 4, ... 100" or "1 to 10". */
static char *numbers(const json_t *epoch) {
  long long first = (long long)member_number(epoch, "first", 1);
  long long last = (long long)member_number(epoch, "last", first);
  long long step = (long long)member_number(epoch, "step", 0);
  long long count = (long long)member_number(epoch, "count", 1);
  if (count < 2)
    return view_print("%lld", first);
  if (step == 1)
    return view_print("%lld to %lld", first, last);
  if (step > 1 && count > 2)
    return view_print("%lld, %lld, ... %lld", first, first + step, last);
  return view_print(step > 1 ? "%lld, %lld" : "%lld ... %lld", first, last);
}

static char *kind_text(const json_t *epoch) {
  static const struct {
    const char *kind, *text;
  } kinds[] = {{"fence", "fence"},
               {"access", "access (start/complete)"},
               {"exposure", "exposure (post/wait)"},
               {"lock", "lock"},
               {"lock_all", "lock_all"}};
  const char *kind = member_text_or(epoch, "kind", ""), *mode = member_text(epoch, "mode");
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (!strcmp(kinds[i].kind, kind))
      return view_print("%s%s%s", kinds[i].text, mode ? ", " : "", mode ? mode : "");
  return view_print("%s", kind);
}

static char *others_text(const json_t *epoch) {
  const char *to = member_text(epoch, "targets"), *from = member_text(epoch, "origins");
  return to ? view_print("to %s", to) : from ? view_print("from %s", from) : view_print("all");
}

static char *work_text(const json_t *operations) {
  char *all = NULL;
  size_t n = 0;
  const char *name, *comma = "";
  json_t *work;
  FILE *to = open_memstream(&all, &n);
  if (!to)
    return NULL;
  json_object_foreach((json_t *)operations, name, work) {
    fprintf(to, "%s%lld %s (%lld bytes)", comma, (long long)member_number(work, "count", 0),
            name, (long long)member_number(work, "bytes", 0));
    comma = ", ";
  }
  fclose(to);
  return all;
}

static void epochs(const json_t *window, FILE *out) {
  const json_t *all = member_get(window, "epochs");
  json_t *e;
  size_t i;
  if (!json_array_size(all))
    return;
  fputs("<div class=\"wide\"><table><thead><tr><th>Epoch</th><th>Number</th><th>Ranks</th>"
        "<th>Processes</th><th>Opened</th><th>Closed</th><th>Operations</th></tr></"
        "thead><tbody>\n",
        out);
  json_array_foreach((json_t *)all, i, e) {
    if (i == ROWS_MOST)
      break;
    fputs("<tr>", out);
    cell(out, kind_text(e), "");
    cell(out, numbers(e), "");
    cell(out, view_print("%s", member_text_or(e, "ranks", "")), "");
    cell(out, others_text(e), "");
    cell(out, call_text(member_get(e, "opened"), ""), " class=\"code\"");
    cell(out, call_text(member_get(e, "closed"), "not closed"), " class=\"code\"");
    cell(out, work_text(member_get(e, "operations")), "");
    fputs("</tr>\n", out);
  }
  fputs("</tbody></table></div>\n", out);
}

static void copies(const json_t *window, FILE *out) {
  const json_t *all = member_get(window, "copies");
  json_t *c;
  size_t i;
  if (!json_array_size(all))
    return;
  fputs(
      "<div class=\"wide\"><table><thead><tr><th>Newer copy</th><th>At ranks</th><th>Bytes</th>"
      "<th>Times</th><th>From</th><th>Until both agree</th></tr></thead><tbody>\n",
      out);
  json_array_foreach((json_t *)all, i, c) {
    if (i == ROWS_MOST)
      break;
    const char *newer = member_text_or(c, "newer", "");
    fprintf(out, "<tr class=\"%s\">", strcmp(newer, "public") ? "private" : "public");
    cell(out, view_print("%s", newer), " class=\"newer\"");
    cell(out, view_print("%s", member_text_or(c, "ranks", "")), "");
    cell(out,
         view_print("%lld to %lld", (long long)member_number(c, "lo", 0),
                    (long long)member_number(c, "hi", 1) - 1),
         "");
    cell(out, view_print("%lld", (long long)member_number(c, "count", 1)), "");
    cell(out, call_text(member_get(c, "since"), ""), " class=\"code\"");
    cell(out, call_text(member_get(c, "until"), "never"), " class=\"code\"");
    fputs("</tr>\n", out);
  }
  fputs("</tbody></table></div>\n", out);
}

static void left_out(const json_t *window, FILE *out) {
  long long rows = (long long)json_array_size(member_get(window, "epochs"));
  long long times = (long long)json_array_size(member_get(window, "copies"));
  long long e = (long long)member_number(window, "epochs_left_out", 0);
  long long c = (long long)member_number(window, "copies_left_out", 0);
  if (rows > ROWS_MOST || times > ROWS_MOST)
    fputs("<p class=\"soft\">More rows are in the JSON report.</p>\n", out);
  if (e || c)
    fprintf(out,
            "<p class=\"soft\">Without a row: %lld epochs, and %lld times in which a copy was "
            "newer (<code>--detail=full</code> keeps more).</p>\n",
            e, c);
}

static void members(const json_t *window, FILE *out) {
  json_t *m;
  size_t i;
  json_array_foreach(member_get(window, "members"), i, m) {
    char *text =
        view_print("%s%s: %lld bytes, displacement unit %lld", i ? "" : "ranks ",
                   member_text_or(m, "ranks", ""), (long long)member_number(m, "size", 0),
                   (long long)member_number(m, "disp_unit", 1));
    if (i < 8)
      html_row(out, i ? "" : "memory", text);
    free(text);
  }
}

static void one(const json_t *window, int open, FILE *out) {
  char *title = view_print("Window %lld", (long long)member_number(window, "id", 0)), *text;
  const char *name = member_text(window, "name"), *comm = member_text(window, "communicator");
  fprintf(out, "<details class=\"window\"%s><summary><strong>", open ? " open" : "");
  escape_xml(out, title ? title : "", SHORT);
  if (name) {
    fputs(" \xe2\x80\x9c", out);
    escape_xml(out, name, SHORT);
    fputs("\xe2\x80\x9d", out);
  }
  text = view_print(" %s, %s memory model, %lld processes%s%s",
                    member_text_or(window, "flavor", "?"), member_text_or(window, "model", "?"),
                    (long long)member_number(window, "processes", 0), comm ? " of " : "",
                    comm ? comm : "");
  fputs("</strong>", out);
  escape_xml(out, text ? text : "", SHORT);
  free(text);
  fputs("</summary><div>\n<dl>\n", out);
  members(window, out);
  text = call_text(member_get(window, "created"), "");
  html_row(out, "created", text);
  free(text);
  text = call_text(member_get(window, "freed"), "never");
  html_row(out, "freed", text);
  free(text);
  fputs("</dl>\n", out);
  epochs(window, out);
  copies(window, out);
  left_out(window, out);
  fputs("</div></details>\n", out);
  free(title);
}

void html_windows(const json_t *report, FILE *out) {
  const json_t *windows = member_get(report, "windows");
  size_t n = json_array_size(windows), more;
  if (!n)
    return;
  more = n > WINDOWS_MOST ? n - WINDOWS_MOST : 0;
  more += (size_t)member_number(report, "windows_left_out", 0);
  fputs(
      "<section id=\"windows\" aria-label=\"windows\">\n<h2>Windows, epochs and copies</h2>\n",
      out);
  for (size_t i = 0; i < n && i < WINDOWS_MOST; i++)
    one(json_array_get(windows, i), n <= OPEN_MOST, out);
  if (more)
    fprintf(out, "<p class=\"soft\">and %zu more windows.</p>\n", more);
  fputs("</section>\n", out);
}
