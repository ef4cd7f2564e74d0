#!/bin/sh
# Unit test of interpose/arch/x86_64/overread.c, which knows no MPI: with the string functions that libc has
# for this processor, and those for lesser ones.
. "$(dirname "$0")/instructions.sh"
arguments="${OVERREAD_ROUNDS:-150} ${OVERREAD_SEED:-1}"
flags=-fno-builtin
unit overread "$slots" $arch/overread.c stack/function.c ../testsuite/unit/slots_run.c >"$dir/tap"
grep -v '^1\.\.' "$dir/tap"
for without in AVX2 AVX2,-SSE4_2,-SSE4_1,-SSSE3; do
  GLIBC_TUNABLES=glibc.cpu.hwcaps=-$without "$dir/overread" $arguments | grep -v '^1\.\.' |
    sed "s/^\(\(not \)\?ok\) [0-9]* - /\1 - without $without: /"
done
echo "1..$((3 * $(grep -c '^\(not \)\?ok' "$dir/tap")))"
