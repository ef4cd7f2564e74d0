#!/usr/bin/python3
"""Unit test of interpose/hooks/hook_scan_format.c, with made-up calls."""
from live import done
from units import unit

unit('scanned')
done()
