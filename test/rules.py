#!/usr/bin/env python3
"""Checks docs/rules.md against the tree: every test that a rule names exists, and every rule names one or stands under "Open".

    rules.py SOURCE_FOLDER

A rule is a row of a table, `| rule | test, test |`. A test is `test/room/file.cpp: Suite.Name`, or the path of a script alone.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
defined = re.compile(r'^\s*(?:TYPED_)?TEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)', re.M)
faults, known, named, rules, section = [], {}, set(), 0, ''

def tests_in(path):
    if path not in known:
        text = (root / path).read_text() if (root / path).is_file() else None
        known[path] = None if text is None else {f'{suite}.{name}' for suite, name in defined.findall(text)}
    return known[path]

for number, line in enumerate((root / 'docs/rules.md').read_text().splitlines(), 1):
    if line.startswith('## '):
        section = line[3:].strip()
    row = re.match(r'\| (.+?) \| (.+?) \|$', line)
    if not row or row.group(1) == 'rule':
        continue
    rules += 1
    references = re.findall(r'`([^`]+)`', row.group(2))
    if not references and section != 'Open':
        faults.append(f'docs/rules.md:{number}: a rule without a test belongs under Open')
    for reference in references:
        path, _, name = reference.partition(': ')
        tests = tests_in(path)
        named.add(reference)
        if tests is None:
            faults.append(f'docs/rules.md:{number}: there is no {path}')
        elif path.endswith('.cpp') and name not in tests:
            faults.append(f'docs/rules.md:{number}: {path} has no test {name or "by that line"}')

print('\n'.join(faults) if faults else f'{rules} rules, {len(named)} tests')
sys.exit(1 if faults or not rules else 0)
