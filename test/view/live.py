#!/usr/bin/env python3
"""Drives the live window under Xvfb as a person would: keys and mouse in, pictures out, and what must have changed is compared.

    live.py TOOL
"""
import os
import subprocess
import sys
import tempfile
import time

from window import PANELS, Window, colourful, middle, read_png, top


def one(tool):
    with Window(tool, '@figure') as window:
        standing = colourful(window.picture())
        assert len(standing) > 300, f'only {len(standing)} coloured pixels: the colliders are not drawn'
        window.key('2')
        hidden = colourful(window.picture())
        assert len(hidden) < 0.5 * len(standing), f'key 2 hides the colliders: {len(standing)} -> {len(hidden)}'
        window.key('2', 'd')
        time.sleep(4)
        fallen = colourful(window.picture())
        assert len(fallen) > 300, 'the body is still drawn after the fall'
        assert top(fallen) > top(standing) + 40, f'the body has come down: {top(standing)} -> {top(fallen)}'

        # The spring of the mouse: what lies is pulled up, and falls again.
        window.press(*middle(fallen), middle(fallen)[0], 150)
        time.sleep(2.5)
        hanging = colourful(window.picture())
        assert top(hanging) < top(fallen) - 80, f'the mouse pulls the body up: {top(fallen)} -> {top(hanging)}'
        window.release()
        time.sleep(3)
        dropped = colourful(window.picture())
        assert top(dropped) > top(hanging) + 60, f'and lets it fall: {top(hanging)} -> {top(dropped)}'

        window.key('r')
        back = colourful(window.picture())
        assert abs(top(back) - top(standing)) < 20, f'r brings the pose back: {top(standing)} -> {top(back)}'
    print('the window draws, hides, drops, pulls up and comes back')


def many(tool):
    # Thirty bodies are drawn as one is.
    folder = tempfile.mkdtemp()

    def skin(count):
        path = os.path.join(folder, f'crowd{count}.png')
        subprocess.run(['xvfb-run', '-a', '-s', '-screen 0 1280x800x24', tool, 'view', '--crowd', str(count), '--frames', '20', '--screenshot', path], check=True, timeout=120)
        width, height, rows = read_png(path)
        return sum(min(rows[y][3 * x:3 * x + 3]) > 110 for y in range(0, height, 2) for x in range(PANELS, width, 2))
    alone, crowd = skin(1), skin(30)
    assert alone > 200 and crowd > 200, f'a crowd is drawn: {alone} and {crowd} pixels'
    print('a crowd falls in the window')


one(os.path.abspath(sys.argv[1]))
many(os.path.abspath(sys.argv[1]))
