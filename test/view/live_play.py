#!/usr/bin/env python3
"""Plays with a character in the live window: hits, weights, reaches, the ghost, and a walk through a level.

    live_play.py TOOL
"""
import os
import sys
import time

from window import Window, changed, colourful, count, middle, top


def character(tool):
    with Window(tool, '@figure') as window:
        window.key('c')
        standing = colourful(window.picture())
        chest = (middle(standing)[0], top(standing) + 110)

        # A pause freezes the picture; time goes on after it.
        window.click(*chest)
        time.sleep(0.3)
        window.key('space')
        hit, later = window.picture(), window.picture()
        assert changed(hit, later, 0) == 0, f'{changed(hit, later, 0)} pixels move in a pause'
        assert count(hit, lambda r, g, b: max(r, g, b) - min(r, g, b) > 90) > 300, 'the body is drawn'
        assert moved(standing, colourful(hit)) > 30, f'a click is a hit: the pose has moved by {moved(standing, colourful(hit))} pixels'

        # The ghost shows the animated pose beside it; nothing else moves in the pause.
        window.key('h')
        ghost = window.picture()
        assert changed(hit, ghost) > 300, f'the ghost is drawn: {changed(hit, ghost)} pixels'
        window.key('h')
        assert changed(hit, window.picture(), 0) == 0, 'and gone again'
        window.key('space')
        time.sleep(2.5)

        # A dragged hand reaches, and its target is drawn.
        targets = lambda r, g, b: g > 220 and r < 150 and 100 < b < 200
        now = window.picture()
        hand = lowest_blue(now)
        before = count(now, targets)
        window.press(*hand, hand[0] + 60, hand[1] - 150)
        time.sleep(1.5)
        reached = window.picture()
        window.release()
        assert count(reached, targets) > before + 10, 'the target is drawn'
        assert lowest_blue(reached)[1] < hand[1] - 60, f'the hand goes up: {hand} -> {lowest_blue(reached)}'

        # Weight 0 goes limp; o brings it back; a knock-out falls, and it stands up by itself.
        window.key('r', 'l')
        time.sleep(3)
        limp = colourful(window.picture())
        assert top(limp) > top(standing) + 80, f'limp parts fall: {top(standing)} -> {top(limp)}'
        window.key('o', 'r')
        time.sleep(1)
        assert abs(top(colourful(window.picture())) - top(standing)) < 30, 'o and r bring it back'
        window.key('k')
        time.sleep(3)
        down = colourful(window.picture())
        assert top(down) > top(standing) + 80, f'k knocks out: {top(standing)} -> {top(down)}'
        for _ in range(12):
            time.sleep(1.5)
            up = colourful(window.picture())
            if abs(top(up) - top(standing)) < 30:
                break
        assert abs(top(up) - top(standing)) < 30, f'it stands up: {top(standing)} -> {top(up)}'
    print('the character is hit, freezes, reaches, goes limp, falls and stands up')


def moved(before, after):
    """How many pixels the farthest of four edges of the body has moved."""
    edges = lambda places: [sorted(values)[at] for values in (list(x for x, _ in places), list(y for _, y in places)) for at in (len(places) // 50, -1 - len(places) // 50)]
    return max(abs(a - b) for a, b in zip(edges(before), edges(after)))


def lowest_blue(picture):
    """Middle of the collider of the left hand: the bluest there is."""
    width, height, rows = picture
    found = [(x, y) for y in range(height) for x in range(400, width) if rows[y][3 * x + 2] > 200 and rows[y][3 * x + 1] < 195 and rows[y][3 * x] < 120]
    assert len(found) > 30, f'the left hand is drawn: {len(found)} pixels'
    return middle(found)


def walk(tool):
    with Window(tool, '@figure', '--level', 'stairs') as window:
        start = window.picture()
        standing = changed(start, window.picture())
        window.hold('w', 1.0)
        time.sleep(1.5)
        walking = window.picture()
        assert changed(start, walking) > 20 * standing + 5000, f'w walks it: {standing} pixels moved standing, {changed(start, walking)} walking'
        # The lever stays: it walks on with no key held. A pause freezes it.
        window.key('space')
        here, still = window.picture(), window.picture()
        assert changed(here, still, 0) == 0, 'a pause freezes the walk'
        window.key('space')
        time.sleep(0.5)
        assert changed(here, window.picture()) > 5000, 'and it goes on'
        # Back at the start it stands as it stood, seen from where it was seen.
        window.key('x', 'r', wait=1)
        again = window.picture()
        assert changed(start, again) < 0.2 * changed(start, walking), f'r goes to the start: {changed(start, again)} pixels differ'

    # A dog without the focus stays where it is, whatever is held.
    with Window(tool, '@quadruped', '--level', 'crates') as window:
        here = window.picture()
        standing = changed(here, window.picture())
        window.unfocus()
        window.hold('w', 1.0)
        window.do('windowfocus', '--sync', window.id)
        time.sleep(1)
        away = changed(here, window.picture())
        assert away < 3 * standing + 1500, f'without the focus it stays: {standing} -> {away} pixels'
        window.hold('w', 1.0)
        time.sleep(1)
        there = changed(here, window.picture())
        assert there > away + 5000, f'with it, it goes: {there} pixels'
    print('the character walks through a level, with the focus alone')


tool = os.path.abspath(sys.argv[1])
character(tool)
walk(tool)
