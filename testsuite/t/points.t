#!/bin/sh
# Unit test of interpose/point_event.c, accessor.c and image.c, which know no MPI.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if ! test -e /usr/include/Zydis/Zydis.h; then
  echo "1..0 # SKIP libzydis-dev is not installed"
  exit
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root" || exit 1
${CC:-gcc} -std=gnu11 -g -O1 -Wall -Wextra -Werror -Iinclude -o "$dir/points" \
  testsuite/unit/points.c interpose/point_event.c interpose/accessor.c interpose/image.c \
  interpose/decode*.c -lZydis -lpthread && "$dir/points"
