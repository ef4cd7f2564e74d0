#include "call_watch.h"

int watch_before = WATCH_MISPLACED, watch_after;
