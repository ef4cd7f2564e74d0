#!/usr/bin/python3
"""A sample of what `make check-arguments` looks at: wrong arguments are named, and right ones are not.
It is always the same sample."""
import subprocess

from live import FENCEPOST, MPIS, ROOT, done, folder, ok

# of so many calls
SAMPLE = 70

where = folder('arguments')
for mpi in MPIS:
    r = subprocess.run([ROOT / 'testsuite/every_argument.py', '--mpi', mpi, '--sample', str(SAMPLE), '--seed', '5', '--least', '90',
                        '--fencepost', FENCEPOST, '--build', where], capture_output=True, text=True, check=False)
    named = [line for line in r.stdout.splitlines() if 'wrong calls named' in line]
    ok(r.returncode == 0 and named, named[0].partition(' - ')[2] if named else f'{mpi}: no result', r.stdout, r.stderr)
done()
