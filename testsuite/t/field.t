#!/usr/bin/python3
"""The rows of testsuite/field can be read, no two have one name, and what they say is told in
docs/found.md is there. Each reproducer is named there, and each that is named exists. A finding that
a row does not list, and one that it lists and that is not found, fails the row."""
import re
import sys

from live import ROOT, done, ok

sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / 'testsuite/field'))
import field  # noqa: E402
import rows  # noqa: E402

every = list(rows.rows())
keys = [row.key for row in every]
ok(len(every) >= 60, 'there are 60 rows or more')
ok(len(keys) == len(set(keys)), 'no two rows have one name', *sorted(k for k in keys if keys.count(k) > 1))
found = (ROOT / 'docs/found.md').read_text()
told = set(re.findall(r'^### (\d+)\.', found, re.M))
named = {n for row in every for reason in row.findings.values()
         for n in re.findall(r'found\.md (\d+)', reason)}
ok(named and named <= told, 'docs/found.md has what the rows refer to', *sorted(named - told))
files = {path.name for path in (ROOT / 'testsuite/field/reproducers').iterdir()}
texts = set(re.findall(r'`([a-z-]+\.c)`', found))
ok(files == files & texts, 'each reproducer is named there', *sorted(files - texts))
sections = re.split(r'^### ', found, flags=re.M)[1:]
without = [s.splitlines()[0] for s in sections if not set(re.findall(r'`([a-z-]+\.c)`', s)) & files]
ok(not without, 'each section names a reproducer', *without)

row = rows.Row('x', 'mpich', 'x', ('libc6',), findings={'a': 'always', 'b?': 'now and then'})
result = {'native': {}, 'mpi': {'findings': [['a', 'error', 1, 'text', []]]}, 'default': {}}
ok(not field.unexplained(row, result), 'a listed finding is expected')
result['default'] = {'findings': [['c', 'note', 1, 'text', []]]}
ok(len(field.unexplained(row, result)) == 1, 'another one is not')
result = {'native': {}, 'mpi': {}, 'default': {'findings': [['b', 'error', 1, 'text', []]]}}
ok(field.unexplained(row, result) == ['a was not found'], 'a listed one must be found, but for those with ?')
done()
