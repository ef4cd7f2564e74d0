#!/usr/bin/python3
"""The workloads of the simulator (testsuite/bench/workloads.c) on up to 1000 ranks: right programs
and their wrong twins. `make simulate` measures."""
import os

from live import BUILD

os.execv(BUILD / 'simulate', ['simulate', '--check'])
