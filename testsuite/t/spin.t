#!/bin/sh
# Unit test of interpose/arch/x86_64/decode_spin.c, which knows no MPI, on what the compiler makes of loops.
. "$(dirname "$0")/instructions.sh"
for level in -O0 -O1 -O2 -O3 -Os; do
  flags=$level
  unit spin "$arch/decode*.c" | sed "/^1\\.\\./d; s/^\\(not \\)\\{0,1\\}ok [0-9]*/\\1ok/; s/ - / - $level: /"
done | awk '/ok/ { n++; if (sub(/^not ok/, "not ok " n)) bad = 1; else sub(/^ok/, "ok " n) } { print }
  END { print "1.." n; exit bad }'
