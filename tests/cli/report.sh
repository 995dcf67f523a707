#!/usr/bin/env bash
# fuda cards report: which cards cannot be played and why, by set and by deck, as text, JSON and a page in two languages.
set -euo pipefail
source tests/cli/lib.bash
cat >"$dir/alpha.csv" <<'END'
id,name,type,cost,atk,def,text
A-1,甲,CH,1,2,3,
A-2,謎<b>,CH,1,2,3,"【永】：札を食べる。
【起】：あなたはカラスを１枚引く。"
A-3,乙,CH,1,2,3,【起】：あなたは１枚引く。
END
printf 'id,name,type,cost,atk,def,text\nB-1,丙,CH,1,2,3,\n' >"$dir/beta.csv"
run 0 cards import rebirth "$dir/alpha.csv" "$dir/beta.csv"
has "$out" '1 cards cannot be played yet; `fuda cards report rebirth` says why'
mkdir -p "$dir/home/fuda/decks/rebirth"
printf '4 甲\n2 謎<b>\n1 戊\n' >"$dir/home/fuda/decks/rebirth/mine.txt"

run 0 cards report rebirth
has "$out" 'By set'
has "$out" 'alpha     #############.......  2 of 3 cards can be played'
has "$out" '    A-2 謎<b>: character 5: not understood from 「札を食べる。」'
has "$out" 'beta      ####################  1 of 1 cards can be played'
has "$out" 'By deck'
has "$out" 'mine      ######..............  1 of 3 cards can be played'
has "$out" '    A-2 謎<b>: ability 1, character 5: not understood'
has "$out" "    戊: unknown card '戊'"
has "$out" '1 of 3 different abilities understood'
run 0 cards report rebirth --lang ja
has "$out" '3枚中2枚を使えます'
has "$out" '5文字目：「札を食べる。」から解釈できません'

run 0 cards report rebirth --json
python3 - "$out" <<'END' || die "JSON: $out"
import json, sys
d = json.loads(sys.argv[1])
alpha, beta = d["by_set"]
assert alpha["name"] == "alpha" and alpha["size"] == 3 and alpha["playable"] == 2
assert [x["id"] for x in alpha["refused"]] == ["A-2", "A-2"] and beta["refused"] == []
assert "expected" in alpha["refused"][0]["why"] and "解釈できません" in alpha["refused"][0]["why_ja"]
assert d["by_deck"][0]["name"] == "mine" and len(d["by_deck"][0]["refused"]) == 2
END

run 0 cards report rebirth --html "$dir/page.html"
has "$out" "$dir/page.html: 1 of 3 different abilities understood"
python3 - "$dir/page.html" <<'END' || die 'the page'
import html.parser, re, sys
page = open(sys.argv[1], encoding="utf-8").read()
assert page.rstrip().endswith("</html>") and not re.search("https?://|<script", page)
class Reader(html.parser.HTMLParser):
    stack, bars, rows, words = [], 0, 0, {"en": [], "ja": []}
    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.bars += a.get("class") == "bar"
        self.rows += tag == "details"
        if tag not in ("meta", "input"):
            self.stack.append((tag, a.get("class")))
    def handle_endtag(self, tag):
        assert self.stack.pop()[0] == tag, tag
    def handle_data(self, data):
        for language in self.words:
            if any(c == language for _, c in self.stack):
                self.words[language].append(data)
r = Reader()
r.feed(page)
assert not r.stack, r.stack
assert r.bars == 4 and r.rows == 4, (r.bars, r.rows) # the whole, two sets, a deck; a set, a deck, two groups
en, ja = "".join(r.words["en"]), "".join(r.words["ja"])
assert "by set" in en and "セットごと" in ja and "2 of 3 cards" in en and "3枚中2枚" in ja
assert not re.search("[ぁ-ん]", re.sub("「[^」]*」|'[^']*'", "", en)), en
assert "謎&lt;b&gt;" in page and "謎<b>" not in page
assert "カラスを" in page # a heading of whole words, though understanding stopped in the middle
END
run 0 cards report rebirth --html "$dir/page.html" --lang ja
has "$(<"$dir/page.html")" '<html lang="ja">'
run 1 cards report rebirth --db "$dir/none.db"
run 0 cards report ninja
has "$out" '0 of 0 different abilities'
