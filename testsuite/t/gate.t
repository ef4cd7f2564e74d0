#!/bin/sh
# Unit test of interpose/gate*.c and fault.c, which know no MPI: what programs do with the system
# while memory is protected.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if ! test -e /usr/include/Zydis/Zydis.h; then
  echo "1..0 # SKIP libzydis-dev is not installed"
  exit
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root" || exit 1
${CC:-gcc} -std=gnu11 -g -O1 -Wall -Wextra -Wno-clobbered -Werror -Iinclude -o "$dir/gate" \
  testsuite/unit/gate*.c interpose/gate*.c interpose/fault*.c interpose/slots*.c interpose/region.c interpose/arena.c \
  interpose/decode*.c interpose/strings.c interpose/bounce.c interpose/copy.c interpose/operand.c \
  interpose/xstate.c -lZydis -lpthread && "$dir/gate" "${1:-2}"
