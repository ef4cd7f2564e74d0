#!/bin/sh
# The marked programs under Fencepost, on both MPIs. BUILD names the build directory.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
exec "$here/../runner.py" --build "$build/testsuite" --fencepost "$build/fencepost"
