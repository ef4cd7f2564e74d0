#!/bin/sh
# Some random programs, and some of the marked ones, at all trace levels: a stronger one finds what a
# weaker one finds. `make check-levels` runs more.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
exec "$here/../levels.py" --build "$build/testsuite" --fencepost "$build/fencepost" \
  --random 20 --marked 'lifetime/[lr]*'
