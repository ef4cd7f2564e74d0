#!/usr/bin/python3
"""The checker against the oracle: the cases of testsuite/oracle/cases, then 20,000 random programs.
`make oracle PROGRAMS=1000000 SEED=...` tries more."""
import glob
import os

from live import ROOT
from units import UNITS

os.chdir(ROOT)
os.execv(UNITS / 'oracle', ['oracle', '--programs=20000', '--seed=1',
                            *sorted(glob.glob('testsuite/oracle/cases/*.txt'))])
