#!/bin/sh
# Unit test of interpose/slots*.c and what they use, which know no MPI.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
if ! test -e /usr/include/Zydis/Zydis.h; then
  echo "1..0 # SKIP libzydis-dev is not installed"
  exit
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$root" || exit 1
${CC:-gcc} -std=gnu11 -g -O1 -Wall -Wextra -Werror -Iinclude -o "$dir/slots" \
  testsuite/unit/slots*.c interpose/slots*.c interpose/decode*.c interpose/region.c interpose/arena.c \
  interpose/strings.c interpose/bounce.c interpose/copy.c interpose/operand.c \
  interpose/xstate.c -lZydis -lpthread && "$dir/slots" "${SLOTS_RANDOM:-10000}" "${SLOTS_SEED:-1}"
