#include "tracer.h"

_Atomic int tracer_events, tracer_due;
int tracer_views;
__thread int tracer_around;
