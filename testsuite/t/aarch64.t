#!/bin/sh
# What level pages knows of instructions compiles where they are others; there it is not available.
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.." || exit 1
cc=aarch64-linux-gnu-gcc
if ! command -v $cc >/dev/null; then
  echo "1..0 # SKIP without $cc"
  exit
fi
n=0
failed=0
for f in interpose/arch/x86_64/slots*.c interpose/arch/x86_64/decode*.c interpose/arch/x86_64/bounce.c interpose/arch/x86_64/program_memory.c \
  interpose/arch/x86_64/operand.c interpose/arch/x86_64/xstate.c interpose/arch/x86_64/strings.c interpose/tracers/pages/region.c \
  interpose/arch/x86_64/overread.c interpose/stack/function.c; do
  n=$((n + 1))
  if $cc -std=gnu11 -Wall -Wextra -Werror -I. -fsyntax-only "$f"; then
    echo "ok $n - $f"
  else
    echo "not ok $n - $f"
    failed=1
  fi
done
echo "1..$n"
exit $failed
