#!/bin/sh
# Some marked programs several times, their ranks delayed in other ways each time: the errors found
# must be the same. `make schedules` does so with all of them. BUILD names the build directory.
here=$(cd "$(dirname "$0")" && pwd)
build=${BUILD:-$here/../../build}
exec "$here/../runner.py" --build "$build/testsuite" --fencepost "$build/fencepost" --schedules 4 \
  --only 'rules/put-vs-get-fence' --only 'rules/put-store-lock*' --only 'rules/order-send' \
  --only 'locks/spin-flush*' --only 'locks/ticket-counter' --only 'locks/double-buffer' \
  --only 'topology/put-counter' --only 'topology/send-any-source'
