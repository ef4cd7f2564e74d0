"""Runs programs of unit tests, which `make unit-tests` has built, and prints their TAP as one."""
import os
import re
import subprocess
import sys

from live import BUILD, ROOT, ok

UNITS = BUILD / 'unit'
RESULT = re.compile(r'(not )?ok \d+ - (.*)')
PLAN = re.compile(r'1\.\.(\d+)$')


def unit(program, *arguments, prefix='', env=None, launcher=()):
    """Returns the program's tests, with `prefix` before their names. If the program ends early, a
    failed test is added."""
    path = UNITS / program
    if not path.exists():
        ok(False, f'{path} is missing: make unit-tests')
        return
    p = subprocess.run([*launcher, path, *map(str, arguments)], text=True, errors='replace', cwd=ROOT,
                       stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env={**os.environ, **(env or {})})
    planned, results, notes = 0, [], []
    for line in p.stdout.splitlines():
        result, plan = RESULT.match(line), PLAN.match(line)
        if result:
            results.append((not result[1], prefix + result[2], []))
            notes = results[-1][2]
        elif plan:
            planned = int(plan[1])
        else:
            notes.append(line.removeprefix('#').strip())
    for good, name, why in results:
        ok(good, name, *why)
    ran = len(results)
    if not ran or planned != ran or p.returncode not in (0, 1):
        ok(False, f'{prefix or program + ": "}runs to its end (status {p.returncode})', *notes)


def without_zydis():
    """Ends the script if Fencepost was built without level pages."""
    if not (BUILD / 'libfencepost-decode.so').exists():
        print('1..0 # SKIP without Zydis')
        sys.exit()
