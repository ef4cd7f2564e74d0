#!/usr/bin/python3
"""Unit test of interpose/greq/greq_untold.c with random lives of requests."""
from live import done
from units import unit

unit('untold')
done()
