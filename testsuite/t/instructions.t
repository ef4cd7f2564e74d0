#!/usr/bin/python3
"""Fencepost needs no more instructions for an operation than testsuite/bench/instructions.json
says, within 5 % (`make bench-gate`). The table is what GCC 12 makes."""
import subprocess
import sys

from live import FENCEPOST, ROOT, done, ok

compiler = subprocess.run(['gcc', '-dumpversion'], capture_output=True, text=True, check=True).stdout.strip()
if compiler != '12':
    print(f'1..0 # SKIP built with GCC {compiler}')
    sys.exit()
ran = subprocess.run([str(ROOT / 'testsuite/bench/instructions.py'), '--fencepost', str(FENCEPOST),
                      '--gate', '--mpi', 'mpich'], capture_output=True, text=True)
ok(ran.returncode == 0, 'no operation costs more than before', ran.stdout, ran.stderr)
done()
