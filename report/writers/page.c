#include "page.h"

#include <string.h>

static const struct {
  const char *slug, *text;
} pages[] = {
#define PAGE(slug, text) {slug, text},
#include "explain.inc"
#undef PAGE
};

static const char *find(const char *slug) {
  for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
    if (!strcmp(pages[i].slug, slug))
      return pages[i].text;
  return "";
}

void page_lines(const struct catalog_row *row, enum page_part part,
                void (*line)(void *context, const char *text, int n), void *context) {
  static const char *const heads[] = {"Wrong:\n", "Right:\n"};
  const char *example = part == PAGE_RIGHT ? catalog_example(row) : NULL;
  const char *text = example ? example : strstr(find(row->slug), heads[part]);
  if (text && !example)
    text += strlen(heads[part]);
  while (text && *text && (example || *text == ' ')) {
    int n = (int)strcspn(text, "\n"), indent = example ? 0 : 4;
    line(context, text + indent, n - indent);
    text += n + (text[n] == '\n');
  }
}
