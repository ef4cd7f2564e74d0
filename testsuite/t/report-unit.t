#!/bin/sh
# Unit tests of report/ in C, one program each; a program includes the source it tests.
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
n=0
bad=0
for unit in journal options ranges rankset bundle reduce; do
  n=$((n + 1))
  if ${CC:-gcc} -std=gnu11 -g -fsanitize=address,undefined -fno-sanitize-recover=undefined \
      -I"$root" -o "$dir/$unit" "$root/testsuite/unit/$unit.c" \
      -ljansson -lpthread >"$dir/log" 2>&1 && "$dir/$unit" >>"$dir/log" 2>&1; then
    echo "ok $n - $unit"
  else
    echo "not ok $n - $unit"
    grep -v '^ok' "$dir/log" | sed 's/^/#   /'
    bad=1
  fi
done
echo "1..$n"
exit $bad
