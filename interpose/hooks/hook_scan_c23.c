/* hook_scan_c23.c: what C libraries from glibc 2.38 on call the scanf family. Older ones do not
 * have it: so this is a member of the archive of its own. */
#include "hook_scan.h"

ALL_SCANS(__isoc23_, SCAN_C99)
