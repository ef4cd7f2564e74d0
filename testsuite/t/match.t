#!/bin/sh
# Unit test of interpose/stream/match.c, which knows no MPI.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
${CC:-gcc} -std=gnu11 -g -O1 -Wall -Wextra -fsanitize=address,undefined \
  -fno-sanitize-recover=undefined -I"$root" -o "$dir/match" \
  "$root/testsuite/unit/match.c" && "$dir/match"
