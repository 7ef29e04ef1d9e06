#!/usr/bin/env python3
"""Drives the live window under Xvfb as a person would: keys in, pictures out, and what must have changed is compared.

    live.py TOOL
"""
import os
import struct
import subprocess
import sys
import tempfile
import time
import zlib


def read_png(path):
    """Eight-bit RGB rows of a PNG."""
    data = open(path, 'rb').read()
    assert data[:8] == b'\x89PNG\r\n\x1a\n', path
    at, packed = 8, b''
    while at < len(data):
        size, kind = struct.unpack('>I4s', data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b'IHDR':
            width, height = struct.unpack('>II', body[:8])
        if kind == b'IDAT':
            packed += body
        at += 12 + size
    raw, rows, last, stride = zlib.decompress(packed), [], bytearray(width * 3), width * 3
    for y in range(height):
        filter_type = raw[y * (stride + 1)]
        row = bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = (row[x - 3] if x >= 3 else 0), last[x], (last[x - 3] if x >= 3 else 0)
            if filter_type == 1:
                row[x] = (row[x] + a) & 255
            elif filter_type == 2:
                row[x] = (row[x] + b) & 255
            elif filter_type == 3:
                row[x] = (row[x] + (a + b) // 2) & 255
            elif filter_type == 4:
                p = a + b - c
                row[x] = (row[x] + (a if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c) else b if abs(p - b) <= abs(p - c) else c)) & 255
        rows.append(row)
        last = row
    return width, height, rows


def colourful(picture):
    """Rows (in pixels from the top) of strongly coloured pixels right of the panels: the colliders."""
    width, height, rows = picture
    found = []
    for y in range(0, height, 2):
        row = rows[y]
        for x in range(400, width, 2):
            r, g, b = row[3 * x:3 * x + 3]
            if max(r, g, b) - min(r, g, b) > 90:
                found.append(y)
    return found


def main():
    tool = os.path.abspath(sys.argv[1])
    if 'DISPLAY' not in os.environ:
        os.execvp('xvfb-run', ['xvfb-run', '-a', '-s', '-screen 0 1280x800x24', sys.executable, os.path.abspath(__file__), tool])
    folder = tempfile.mkdtemp()
    shot = os.path.join(folder, 'shot.png')
    window = subprocess.Popen([tool, 'view', '@figure', '--screenshot', shot])

    def key(*names):
        for name in names:
            subprocess.run(['xdotool', 'search', '--sync', '--onlyvisible', '--name', 'Sinew', 'key', '--window', '%1', name], check=True, stdout=subprocess.DEVNULL, timeout=60)
            time.sleep(0.6)

    def picture():
        if os.path.exists(shot):
            os.remove(shot)
        for _ in range(100):
            key('F12')
            if os.path.exists(shot) and os.path.getsize(shot) > 0:
                time.sleep(0.3)
                return read_png(shot)
        raise SystemExit('no screenshot was written')

    try:
        subprocess.run(['xdotool', 'search', '--sync', '--onlyvisible', '--name', 'Sinew'], check=True, stdout=subprocess.DEVNULL, timeout=60)
        time.sleep(1.5)
        standing = colourful(picture())
        assert len(standing) > 300, f'only {len(standing)} coloured pixels: the colliders are not drawn'
        key('2')
        hidden = colourful(picture())
        assert len(hidden) < 0.5 * len(standing), f'key 2 hides the colliders: {len(standing)} -> {len(hidden)}'
        key('2', 'd')
        time.sleep(4)
        fallen = colourful(picture())
        assert len(fallen) > 300, 'the body is still drawn after the fall'
        top = lambda rows: sorted(rows)[len(rows) // 20]
        assert top(fallen) > top(standing) + 40, f'the body has come down: {top(standing)} -> {top(fallen)}'
        key('r')
        back = colourful(picture())
        assert abs(top(back) - top(standing)) < 20, f'r brings the pose back: {top(standing)} -> {top(back)}'
        print('the window draws, hides, drops and comes back')
    finally:
        window.terminate()
        window.wait(timeout=20)

    # Many at once: thirty bodies cover more of the picture than one.
    def skin(count):
        path = os.path.join(folder, f'crowd{count}.png')
        subprocess.run([tool, 'view', '--crowd', str(count), '--frames', '20', '--screenshot', path], check=True, timeout=120)
        width, height, rows = read_png(path)
        return sum(min(rows[y][3 * x:3 * x + 3]) > 110 for y in range(0, height, 2) for x in range(400, width, 2))
    one, many = skin(1), skin(30)
    assert one > 200 and many > 200, f'a crowd is drawn: {one} and {many} pixels'
    print('a crowd falls in the window')


main()
