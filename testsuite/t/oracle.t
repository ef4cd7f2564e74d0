#!/usr/bin/python3
"""The checker against the oracle: the cases of testsuite/oracle/cases, random programs, others with
loops, which are larger, and others whose ranks have several threads; then the cases and other
programs under ASan and UBSan, which are five times slower. `make check-whole` tries three times as
many; `make oracle PROGRAMS=1000000 SEED=... ORACLE_OPTIONS=--loops` as many as you like."""
from live import ROOT, WHOLE, done
from units import unit

CASES = sorted((ROOT / 'testsuite/oracle/cases').glob('*.txt'))
TIMES = 3 if WHOLE else 1
unit('oracle-fast', f'--programs={7000 * TIMES}', '--seed=1', *CASES)
for kind in ('--loops', '--threads'):
    unit('oracle-fast', f'--programs={1500 * TIMES}', '--seed=1', kind)
unit('oracle', f'--programs={1500 * TIMES}', '--seed=20001', *CASES, prefix='with sanitizers: ')
for kind in ('--loops', '--threads'):
    unit('oracle', f'--programs={200 * TIMES}', '--seed=4001', kind, prefix='with sanitizers: ')
done()
