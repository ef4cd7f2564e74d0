#include "say.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "text.h"

static void (*first)(void);

void say_first(void (*wipe)(void)) {
  first = wipe;
}

void say(const char *format, ...) {
  char raw[2048], clean[2048];
  va_list args;
  va_start(args, format);
  vsnprintf(raw, sizeof raw, format, args);
  va_end(args);
  for (char *p = raw; (p = strchr(p, '\n'));)
    *p = ' ';
  text_print(clean, sizeof clean, raw);
  if (first)
    first();
  fprintf(stderr, "fencepost: %s\n", clean);
}
