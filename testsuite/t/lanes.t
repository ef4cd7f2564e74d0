#!/bin/sh
# Unit test of interpose/arch/x86_64/decode_lanes.c, which knows no MPI, on what the compiler makes of loops.
. "$(dirname "$0")/instructions.sh"
for how in -O1 -O2 -O3 "-O3 -msse4.1" "-O3 -mavx2" "-O3 -ffast-math"; do
  case $how in *avx2) grep -qw avx2 /proc/cpuinfo || continue ;; esac
  flags=$how
  unit lanes "$slots" ../testsuite/unit/slots_run.c | sed "/^1\\.\\./d; s/^\\(not \\)\\{0,1\\}ok [0-9]*/\\1ok/; s/ - / - $how: /"
done | awk '/ok/ { n++; if (sub(/^not ok/, "not ok " n)) bad = 1; else sub(/^ok/, "ok " n) } { print }
  END { print "1.." n; exit bad }'
