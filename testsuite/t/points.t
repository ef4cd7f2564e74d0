#!/bin/sh
# Unit test of interpose/point_event.c, accessor.c, function.c and image.c, which know no MPI.
. "$(dirname "$0")/instructions.sh"
unit points point_event.c accessor.c function.c image.c tracer.c "decode*.c"
