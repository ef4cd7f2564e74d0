#!/usr/bin/python3
"""The checker against the oracle: the cases of testsuite/oracle/cases, 20,000 random programs, 4,000
with loops, which are larger, and 4,000 whose ranks have several threads; then the cases and other programs under ASan and UBSan, which are five times
slower. `make oracle PROGRAMS=1000000 SEED=... ORACLE_OPTIONS=--loops` tries more of these."""
from live import ROOT, done
from units import unit

CASES = sorted((ROOT / 'testsuite/oracle/cases').glob('*.txt'))
unit('oracle-fast', '--programs=20000', '--seed=1', *CASES)
unit('oracle-fast', '--programs=4000', '--seed=1', '--loops')
unit('oracle-fast', '--programs=4000', '--seed=1', '--threads')
unit('oracle', '--programs=5000', '--seed=20001', *CASES, prefix='with sanitizers: ')
unit('oracle', '--programs=500', '--seed=4001', '--loops', prefix='with sanitizers: ')
unit('oracle', '--programs=500', '--seed=4001', '--threads', prefix='with sanitizers: ')
done()
