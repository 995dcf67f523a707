"""Reads a screen with SGR sequences, writes an SVG picture of it (scripts/picture)."""
import html
import re
import sys
import unicodedata

WIDTH, HEIGHT = 8.4, 18
INK, PAPER = "#d8d8d8", "#16181d"
COLOURS = ["#30343c", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#d8d8d8"]


def columns(c):
    return 0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1


def colour(style, codes):
    for code in codes or [0]:
        if code == 0:
            style = {"ink": INK, "bold": False, "swap": False, "dim": False}
        elif code == 1:
            style["bold"] = True
        elif code == 2:
            style["dim"] = True
        elif code == 7:
            style["swap"] = True
        elif code == 39:
            style["ink"] = INK
        elif 30 <= code <= 37 or 90 <= code <= 97:
            style["ink"] = COLOURS[code % 10]
    return style


def runs(line, style):
    """Pieces of a line: (column, width, text), each in one style."""
    at, out = 0, []
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b"):
            style = colour(dict(style), [int(n or 0) for n in part[2:-1].split(";")])
            continue
        for word in re.findall(r"[ -~]+|[^ -~]+", part):
            size = sum(map(columns, word))
            out.append((at, size, word, style))
            at += size
    return out, style


def main():
    lines = sys.stdin.read().rstrip("\n").split("\n")
    style = colour({}, [0])
    wide, high = 112 * WIDTH + 16, len(lines) * HEIGHT + 16
    print(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide:.0f} {high}" font-size="14" xml:space="preserve"')
    print('  font-family="\'Noto Sans Mono CJK JP\', \'DejaVu Sans Mono\', Menlo, Consolas, monospace">')
    print(f'<rect width="{wide:.0f}" height="{high}" rx="6" fill="{PAPER}"/>')
    for row, line in enumerate(lines):
        pieces, style = runs(line, style)
        for at, size, text, s in pieces:
            x, y = 8 + at * WIDTH, 8 + row * HEIGHT
            ink = PAPER if s["swap"] else s["ink"]
            if s["swap"]:
                print(f'<rect x="{x:.1f}" y="{y}" width="{size * WIDTH:.1f}" height="{HEIGHT}" fill="{s["ink"]}"/>')
            if not text.strip():
                continue
            more = ' font-weight="bold"' if s["bold"] else ""
            more += ' opacity="0.65"' if s["dim"] else ""
            print(f'<text x="{x:.1f}" y="{y + 14}" textLength="{size * WIDTH:.1f}" fill="{ink}"{more}>{html.escape(text)}</text>')
    print("</svg>")


main()
