#!/usr/bin/python3
"""The checker under ASan and UBSan: testsuite/unit/check-*.c feed it events."""
from live import ROOT, done, ok
from units import unit

SOURCES = sorted((ROOT / 'testsuite/unit').glob('check-*.c'))
ok(SOURCES, 'there are tests')
for source in SOURCES:
    unit(source.stem, prefix=source.stem.removeprefix('check-') + ': ')
done()
