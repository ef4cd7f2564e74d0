#!/usr/bin/python3
"""Unit test of interpose/runtimes/: what is told of OpenMP's runtimes orders the steps of threads
that are ordered, and no others. Each compiler has a runtime of its own."""
import shutil
import subprocess

from live import done
from units import unit

# Threads that wait in a loop would take the processors from the others. In LLVM's runtime one that
# sleeps may not wake when a task is made; a test waits for two that run at once.
WAITING = {'gcc': {'OMP_WAIT_POLICY': 'passive'},
           'clang': {'KMP_LIBRARY': 'throughput', 'KMP_BLOCKTIME': 'infinite'}}
for compiler in 'gcc', 'clang':
    if shutil.which(compiler) and subprocess.run(
            [compiler, '-fopenmp', '-E', '-x', 'c', '-'], input='#include <omp.h>\n', text=True,
            capture_output=True).returncode == 0:
        unit(f'openmp-{compiler}', 5, prefix=f'{compiler}: ', env=WAITING[compiler])
done()
