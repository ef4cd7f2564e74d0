#!/bin/sh
# Unit test of interpose/tracers/watch/point_event.c, accessor.c, function.c and image.c, which know no MPI.
. "$(dirname "$0")/instructions.sh"
unit points tracers/watch/point_event.c $arch/accessor.c stack/function.c tracers/watch/image.c \
  session/debugger.c "$arch/decode*.c"
