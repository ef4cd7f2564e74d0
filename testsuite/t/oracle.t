#!/usr/bin/python3
"""The checker against the oracle: the cases of testsuite/oracle/cases, and 20,000 random programs; then
the cases and 5,000 other programs under ASan and UBSan, which are five times slower.
`make oracle PROGRAMS=1000000 SEED=...` tries more of these."""
from live import ROOT, done
from units import unit

CASES = sorted((ROOT / 'testsuite/oracle/cases').glob('*.txt'))
unit('oracle-fast', '--programs=20000', '--seed=1', *CASES)
unit('oracle', '--programs=5000', '--seed=20001', *CASES, prefix='with sanitizers: ')
done()
