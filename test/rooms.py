#!/usr/bin/env python3
"""Checks the one-way rule of the house: what a room includes, it may lean on; foreign headers stay where they belong.

    rooms.py SOURCE_FOLDER

Reads the table of sinew_room(...) calls in CMakeLists.txt, so that there is one table.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
table = {}
for name, rest in re.findall(r'^sinew_room\((\w+)\s*(.*?)\)', (root / 'CMakeLists.txt').read_text(), re.M | re.S):
    rooms = re.search(r'\bROOMS((?:\s+[a-z]+)+)', rest)
    table[name] = rooms.group(1).split() if rooms else []

def closure(room):
    seen = {room}
    for needed in table[room]:
        seen |= closure(needed)
    return seen

# Header pattern -> where it may stand.
foreign = {
    r'^(bt[A-Z]|Bullet|btBullet)': ['src/physics/bullet/'],
    r'^(GL|GLFW|epoxy|imgui)': ['view/'],
    r'^nlohmann/': ['src/', 'cli/', 'view/', 'test/', 'fuzz/', 'bench/'],
    r'^draco/': ['src/asset/', 'test/asset/'],
    r'^CLI/': ['cli/arguments.cpp'],
    r'^graphviz/': ['cli/gait.cpp'],
    r'^pugixml': ['src/export/'],
    r'^mujoco/': ['test/export/'],
}

faults = []
for room in table:
    allowed = closure(room)
    for folder in (root / 'include/sinew' / room, root / 'src' / room):
        for path in sorted(folder.rglob('*')):
            if path.suffix not in ('.h', '.cpp'):
                continue
            for number, line in enumerate(path.read_text().splitlines(), 1):
                include = re.match(r'\s*#include\s*[<"](?:sinew/)?(\w+)/', line)
                if include and include.group(1) in table and include.group(1) not in allowed:
                    faults.append(f'{path.relative_to(root)}:{number}: room {room} may not lean on {include.group(1)}')
for top in ('include', 'src', 'cli', 'test', 'bench', 'fuzz', 'examples', 'scenes', 'view'):
    for path in sorted((root / top).rglob('*')):
        if path.suffix not in ('.h', '.cpp') or 'node_modules' in path.parts:
            continue
        where = str(path.relative_to(root))
        text = path.read_text()
        for number, line in enumerate(text.splitlines(), 1):
            include = re.match(r'\s*#include\s*[<"]([^>"]+)[>"]', line)
            if not include:
                continue
            for pattern, places in foreign.items():
                if re.match(pattern, include.group(1)) and not any(where.startswith(place) for place in places):
                    faults.append(f'{where}:{number}: {include.group(1)} may stand in {", ".join(places)} alone')
        if len(text.splitlines()) > 600:
            faults.append(f'{where}: {len(text.splitlines())} lines; look again at what this file holds')
print('\n'.join(faults) if faults else f'{len(table)} rooms, one way')
sys.exit(1 if faults else 0)
