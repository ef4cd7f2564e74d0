/* hook_scan.c: the scanf family of the C library, by the two names that compilers call it by.
 */
#include "hook_scan.h"

ALL_SCANS(, 0)
ALL_SCANS(__isoc99_, SCAN_C99)
