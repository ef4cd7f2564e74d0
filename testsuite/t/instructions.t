#!/usr/bin/python3
"""Fencepost needs no more instructions for an operation than testsuite/bench/instructions.json
says, within 5 % (`make bench-gate`)."""
import subprocess

from live import FENCEPOST, ROOT, done, ok

ran = subprocess.run([str(ROOT / 'testsuite/bench/instructions.py'), '--fencepost', str(FENCEPOST),
                      '--gate', '--mpi', 'mpich'], capture_output=True, text=True)
ok(ran.returncode == 0, 'no operation costs more than before', ran.stdout, ran.stderr)
done()
