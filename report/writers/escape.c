#include "escape.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define REPLACEMENT "\xef\xbf\xbd"

/* Returns the character at *s, and moves *s behind it. */
static uint32_t next(const char **s) {
  const unsigned char *p = (const unsigned char *)*s;
  int more = *p < 0x80 ? 0 : *p < 0xe0 ? 1 : *p < 0xf0 ? 2 : 3;
  uint32_t code = more ? *p & (0x3fu >> more) : *p;
  p++;
  for (; more && (*p & 0xc0) == 0x80; more--)
    code = code << 6 | (*p++ & 0x3f);
  *s = (const char *)p;
  return code;
}

static int is_bad(uint32_t code) {
  return (code < 0x20 && code != '\n' && code != '\t') || (code >= 0x7f && code < 0xa0) ||
         (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
         (code >= 0xfdd0 && code <= 0xfdef) || (code & 0xfffe) == 0xfffe || code == 0x2028 ||
         code == 0x2029;
}

/* Calls `put` for each character that may stay. */
static void each(FILE *out, const char *s, size_t most,
                 void (*put)(FILE *out, uint32_t code, const char *bytes, int n)) {
  for (size_t done = 0; *s; done++) {
    const char *from = s;
    if (most && done == most) {
      fputs("...", out);
      return;
    }
    uint32_t code = next(&s);
    if (is_bad(code))
      fputs(REPLACEMENT, out);
    else
      put(out, code, from, (int)(s - from));
  }
}

static void put_bytes(FILE *out, const char *bytes, int n) {
  fwrite(bytes, 1, (size_t)n, out);
}

static void put_xml(FILE *out, uint32_t code, const char *bytes, int n) {
  switch (code) {
  case '&':
    fputs("&amp;", out);
    break;
  case '<':
    fputs("&lt;", out);
    break;
  case '>':
    fputs("&gt;", out);
    break;
  case '"':
    fputs("&quot;", out);
    break;
  case '\'':
    fputs("&#39;", out);
    break;
  case '\n':
    fputs("&#10;", out);
    break;
  default:
    put_bytes(out, bytes, n);
  }
}

void escape_xml(FILE *out, const char *s, size_t most) {
  each(out, s, most, put_xml);
}

static int is_plain(uint32_t code) {
  return code >= 0x80 || (code >= '0' && code <= '9') || (code >= 'A' && code <= 'Z') ||
         (code >= 'a' && code <= 'z') || (code && strchr(" ,./=()-", (int)code));
}

static void put_markdown(FILE *out, uint32_t code, const char *bytes, int n) {
  if (code == '\n' || code == '\t')
    fputc(' ', out);
  else if (is_plain(code))
    put_bytes(out, bytes, n);
  else
    fprintf(out, "&#%u;", (unsigned)code);
}

void escape_markdown(FILE *out, const char *s, size_t most) {
  each(out, s, most, put_markdown);
}

static void put_csv(FILE *out, uint32_t code, const char *bytes, int n) {
  if (code == '"')
    fputs("\"\"", out);
  else if (code == '\n' || code == '\t')
    fputc(' ', out);
  else
    put_bytes(out, bytes, n);
}

void escape_csv(FILE *out, const char *s, size_t most) {
  fputc('"', out);
  if (*s && strchr("=+-@", *s))
    fputc('\'', out);
  each(out, s, most, put_csv);
  fputc('"', out);
}

static void put_message(FILE *out, uint32_t code, const char *bytes, int n) {
  if (code == '%' || code == '\n')
    fprintf(out, "%%%02X", (unsigned)code);
  else
    put_bytes(out, bytes, n);
}

static void put_property(FILE *out, uint32_t code, const char *bytes, int n) {
  if (code == ':' || code == ',')
    fprintf(out, "%%%02X", (unsigned)code);
  else
    put_message(out, code, bytes, n);
}

void escape_github(FILE *out, const char *s, size_t most, int property) {
  each(out, s, most, property ? put_property : put_message);
}

void escape_uri(FILE *out, const char *path) {
  for (; *path; path++) {
    unsigned char c = (unsigned char)*path;
    if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
        strchr("-._~/", c))
      fputc(c, out);
    else
      fprintf(out, "%%%02X", c);
  }
}

static void put_line(FILE *out, uint32_t code, const char *bytes, int n) {
  if (code == '\n' || code == '\t')
    fputc(' ', out);
  else
    put_bytes(out, bytes, n);
}

void escape_line(FILE *out, const char *s, size_t most) {
  each(out, s, most, put_line);
}

static void put_text(FILE *out, uint32_t code, const char *bytes, int n) {
  (void)code;
  put_bytes(out, bytes, n);
}

json_t *escape_json(const char *s, size_t most) {
  char *text = NULL;
  size_t n = 0;
  FILE *out = open_memstream(&text, &n);
  if (!out)
    return NULL;
  each(out, s, most, put_text);
  json_t *json = fclose(out) ? NULL : json_string(text);
  free(text);
  return json;
}
