#!/usr/bin/env python3
"""Plays every scenario of two players with the players swapped: what is true of P1 is then true of P2.

usage: tests/scenario/swapped.py [--keep DIR]

No rule may depend on who sits where, only on whose turn it is and who went first. Left out are scenarios before the
game begins and those in which lots are drawn: players prepare at the same time, asked in the order of their seats, and
a seed is no rule. Expectations `why-not` are left out, too: a name in them is looked for on the first player's board
first.
"""
import argparse
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LEFT_OUT = re.compile(r'^(players |at game\b|first random\b)', re.M)
WHY_NOT = re.compile(r'^expect why-not .*$', re.M)


def swapped(scenario):
    """The scenario with P1 and P2 swapped; nothing if that means nothing."""
    if LEFT_OUT.search(scenario):
        return ''
    text = re.sub(r'\bP([12])\b', lambda m: 'P2' if m[1] == '1' else 'P1', scenario)
    title, rest = WHY_NOT.sub('', text).split('\n', 1)
    for word in ('turn', 'first'):
        if not re.search(rf'^{word} P', rest, re.M):
            rest = f'{word} P2\n{rest}'
    return f'{title}\n{rest}'


def main():
    p = argparse.ArgumentParser(usage=__doc__.split('usage: ')[1].split('\n\n')[0])
    p.add_argument('--keep', help='write the swapped scenarios there')
    o = p.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        target, count = o.keep or scratch, 0
        for game in sorted(os.listdir(f'{ROOT}/scenarios')):
            os.makedirs(f'{target}/{game}', exist_ok=True)
            for name in sorted(os.listdir(f'{ROOT}/scenarios/{game}')):
                with open(f'{ROOT}/scenarios/{game}/{name}', encoding='utf-8') as f:
                    head, *scenarios = re.split(r'^(?=scenario )', f.read(), flags=re.M)
                scenarios = [s for s in map(swapped, scenarios) if s]
                count += len(scenarios)
                if not scenarios:
                    continue
                with open(f'{target}/{game}/{name}', 'w', encoding='utf-8') as f:
                    f.write(head + ''.join(scenarios))
        program = os.environ.get('FUDA', f'{ROOT}/build/fuda')
        sys.stdout.flush()
        code = subprocess.run([program, 'scenario', target], check=False).returncode
    print(f'{count} scenarios with the players swapped')
    return code


if __name__ == '__main__':
    sys.exit(main())
