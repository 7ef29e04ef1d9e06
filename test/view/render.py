#!/usr/bin/env python3
"""Draws with every option of `sinew render` and looks at the pictures: each must change what it says it changes.

    render.py TOOL
"""
import json
import os
import subprocess
import sys
import tempfile

from window import read_png

tool = os.path.abspath(sys.argv[1])
folder = tempfile.mkdtemp()


def run(*arguments, status=0, environment=None):
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=120, env=dict(os.environ, **(environment or {})))
    assert done.returncode == status, f'{arguments}: exit {done.returncode}, {done.stderr}'
    return done


def views(*arguments, size=256):
    """The three pictures: front, side, between."""
    where = tempfile.mkdtemp(dir=folder)
    run('render', *arguments, '-o', where, '--size', str(size))
    return [read_png(os.path.join(where, name)) for name in sorted(os.listdir(where), key=lambda name: ['front', 'side', 'three-quarter'].index(name.split('.')[-2]))]


def pixels(picture, wanted=lambda r, g, b: True):
    """Places that are not background and are wanted. The corner is background."""
    width, height, rows = picture
    empty = tuple(rows[0][:3])
    found = []
    for y in range(height):
        for x in range(width):
            color = tuple(rows[y][3 * x:3 * x + 3])
            if max(abs(a - b) for a, b in zip(color, empty)) > 8 and wanted(*color):
                found.append((x, y))
    return found


def extent(places):
    return max(x for x, _ in places) - min(x for x, _ in places), max(y for _, y in places) - min(y for _, y in places)


def layers():
    alone = {}
    for layer in ('mesh', 'colliders', 'skeleton', 'frames', 'limits', 'mass', 'grid', 'labels'):
        alone[layer] = pixels(views('@figure', '--layers', layer)[2])
        assert len(alone[layer]) > 40, f'{layer} alone draws {len(alone[layer])} pixels'
    assert len(alone['mesh']) > 3 * len(alone['skeleton']), 'a body covers more than its bones'
    places = [frozenset(found) for found in alone.values()]
    assert len(set(places)) == len(places), 'no two layers draw the same'
    both = set(pixels(views('@figure', '--layers', 'mesh,colliders')[2]))
    assert both >= set(alone['mesh']) and len(both) > len(alone['mesh']), 'two layers draw both'
    everything = set(pixels(views('@figure', '--layers', 'all')[2]))
    assert len(everything) > 0.95 * len(set().union(*places)), 'all draws all of them'
    for wanted in (lambda r, g, b: r > 180 and g < 150 and b < 150, lambda r, g, b: g > 180 and r < 150 and b < 150, lambda r, g, b: b > 180 and r < 170 and g < 200):
        assert pixels(views('@figure', '--layers', 'frames')[2], wanted), 'axes are red, green and blue'
    assert 'there is no layer' in run('render', '@figure', '--layers', 'bones', '-o', folder, status=2).stderr


def poses():
    body = ('--layers', 'mesh')
    wide, high = extent(pixels(views('@figure', *body)[1]))
    assert high > 2 * wide, f'it stands: {wide} by {high}'
    lying = extent(pixels(views('@figure', *body, '--pose', 'builtin:getUpFront@0')[1]))
    assert lying[0] > 2 * lying[1], f'it lies: {lying}'
    stride = extent(pixels(views('@figure', *body, '--pose', 'clip:run@0.3')[1]))
    assert stride[0] / stride[1] > 1.3 * wide / high, f'it strides: {stride} against {(wide, high)}'
    run('render', '@figure', '--pose', 'builtin:moonwalk', '-o', folder, status=2)


def manikin():
    head = lambda picture: min(y for _, y in pixels(picture))
    path = os.path.join(folder, 'figure.json')
    fitted = json.loads(run('fit', '@figure', '--json').stdout)
    with open(path, 'w') as file:
        json.dump(fitted, file)
    own, same = views('@figure', '--layers', 'colliders')[0], views('@figure', '--layers', 'colliders', '--manikin', path)[0]
    assert own[2] == same[2], 'its own manikin from a file draws the same picture'
    for part in fitted['parts']:
        if part['role'] == 'head':
            part['radius_m'] *= 1.5
    with open(path, 'w') as file:
        json.dump(fitted, file)
    larger = views('@figure', '--layers', 'colliders', '--manikin', path)[0]
    assert head(larger) < head(own) - 2, f'a larger head is drawn: {head(own)} -> {head(larger)}'
    with open(path, 'w') as file:
        file.write(run('fit', '@quadruped', '--json').stdout)
    run('render', '@figure', '--manikin', path, '-o', folder, status=2)


def sheet():
    path = os.path.join(folder, 'sheet.png')
    files = ('@figure', '@figure:child', '@quadruped')
    run('render', *files, '--sheet', path, '--size', '128', '--layers', 'mesh')
    width, height, rows = read_png(path)
    assert (width, height) == (256, 256), f'three pictures in two columns: {width} by {height}'
    for place, name in enumerate(files):
        x, y = 128 * (place % 2), 128 * (place // 2)
        cell = [rows[y + row][3 * x:3 * (x + 128)] for row in range(128)]
        assert cell == views(name, '--layers', 'mesh', size=128)[2][2], f'{name} stands in its place as it is drawn alone'
    assert not pixels((128, 128, [row[3 * 128:] for row in rows[128:]])), 'the fourth place is empty'


def without_gl():
    # No vendor's driver can be found: one sentence says so, and what needs no pictures goes on.
    none = {'__EGL_VENDOR_LIBRARY_FILENAMES': '/nonexistent', 'EGL_PLATFORM': 'surfaceless'}
    for arguments in (('render', '@figure', '-o', folder), ('fit', '@figure', '--frames', folder), ('report', '@figure', '@quadruped', '-o', os.path.join(folder, 'pages'))):
        done = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=120, env=dict(os.environ, **none))
        if arguments[0] == 'report':
            assert done.returncode in (0, 1, 2) and done.stderr.count('\n') <= 2, done.stderr
            continue
        assert done.returncode == 2, f'{arguments}: exit {done.returncode}'
        assert done.stderr.count('\n') == 1 and 'no picture can be drawn here' in done.stderr, f'one sentence: {done.stderr!r}'
    run('fit', '@figure', environment=none)
    shown = subprocess.run([tool, 'view', '@figure'], capture_output=True, text=True, timeout=60, env={key: value for key, value in os.environ.items() if key not in ('DISPLAY', 'WAYLAND_DISPLAY')})
    assert shown.returncode == 2 and shown.stderr.count('\n') == 1 and 'display' in shown.stderr, f'one sentence: {shown.stderr!r}'


for part in (layers, poses, manikin, sheet, without_gl):
    part()
    print(part.__name__, 'stands')
