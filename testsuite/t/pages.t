#!/bin/sh
# A few of `make check-pages`: programs built plainly, without and with optimisation, have the
# findings at level pages that they have when built by `fencepost cc`.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
if ! test -e "$build/libfencepost-decode.so"; then
  echo "1..0 # SKIP without Zydis"
  exit
fi
n=0
failed=0
for o in -O0 -O2; do
  n=$((n + 1))
  if out=$("$here/../runner.py" --build "$build/testsuite/gcc$o" --fencepost "$build/fencepost" \
    --matrix --level pages --cflags="$o" --only 'matrix/put-*-target-lock-all*' \
    --only 'matrix/get-*-target-fence*' --only 'matrix/put-store-origin-fence*'); then
    echo "ok $n - $o: $(echo "$out" | grep -c '^ok') programs"
  else
    echo "not ok $n - $o"
    echo "$out" | grep -v '^ok' | sed 's/^/# /'
    failed=1
  fi
done
echo "1..$n"
exit $failed
