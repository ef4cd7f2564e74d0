#include "debugger.h"
#include <stdio.h>

int debugger_attached(void) {
  char line[256];
  int tracer = 0;
  FILE *f = fopen("/proc/self/status", "re");
  while (f && fgets(line, sizeof line, f))
    if (sscanf(line, "TracerPid: %d", &tracer) == 1)
      break;
  if (f)
    fclose(f);
  return tracer != 0;
}
