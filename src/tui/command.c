#include "tui/command.h"
#include "tui/describe.h"
#include "tui/think.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies the line with full-width ASCII and blanks, as Japanese input methods produce them,
 * converted to plain ASCII. Full-width parentheses stay: card names contain them. Drops control
 * characters and trailing blanks. */
static void narrow(const char *line, Text *out) {
    for (const char *at = line; *at;) {
        const char *next = at;
        uint32_t c = utf8_next(&next);
        if (c >= 0xFF01 && c <= 0xFF5E && c != 0xFF08 && c != 0xFF09)
            text_add(out, "%c", (int)(c - 0xFF01 + '!'));
        else if (c == 0x3000 || c == '\t')
            text_put(out, " ");
        else if (c >= 0x20)
            text_bytes(out, at, (size_t)(next - at));
        at = next;
    }
    while (out->n && out->s[out->n - 1] == ' ') out->s[--out->n] = '\0';
}

/* Runs one command: fills *out. 'rest' is the argument, without leading blanks. */
typedef void (*Handler)(Table *t, const char *rest, Command *out);

/* Replies with a one-line note. */
static void note(Table *t, Command *out, Words w) {
    out->reply = REPLY_NOTE;
    text_put(&out->text, say(t->lang, w));
}

static void do_leave(Table *t, const char *rest, Command *out) {
    (void)t, (void)rest;
    out->reply = REPLY_LEAVE;
}
static void do_concede(Table *t, const char *rest, Command *out) {
    (void)t, (void)rest;
    out->reply = REPLY_CONCEDE;
}
static void do_undo(Table *t, const char *rest, Command *out) {
    (void)t, (void)rest;
    out->reply = REPLY_UNDO;
}
static void do_board(Table *t, const char *rest, Command *out) {
    (void)t, (void)rest;
    out->reply = REPLY_BOARD;
}
/* The cards of a zone. */
static void show_zone(Table *t, PlayerId p, unsigned zone, Command *out) {
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("A pile", "カードの一覧"));
    page_zone(t, p, zone, &out->text);
}

/* `look ZONE` lists its cards. Three or more players: `look N` selects whose mat is shown in full,
 * `look` the next player's. */
static void do_look(Table *t, const char *rest, Command *out) {
    unsigned n = t->run.s->nplayers, zone;
    PlayerId p;
    bool other = *rest >= '1' && *rest <= (char)('0' + n) && !rest[1] && *rest - '1' != t->me;
    if (find_zone(t, rest, &p, &zone)) {
        show_zone(t, p, zone, out);
    } else if (n > 2 && (other || !*rest)) {
        out->reply = REPLY_LOOK;
        if (other)
            t->focus = (PlayerId)(*rest - '1');
        else
            table_next_focus(t);
    } else if (!*rest) {
        out->reply = REPLY_PAGE;
        out->title = say(t->lang, W("What lies where", "どこに何枚あるか"));
        page_zones(t, &out->text);
    } else if (n > 2) {
        out->reply = REPLY_NOTE;
        text_add(
            &out->text,
            say(t->lang, W("Which player? '%.*s' is neither another player (1 to %u) nor a "
                           "place: `look w`, `look 2W`.",
                           "どのプレイヤーですか？「%.*s」は他のプレイヤー（1～%u）でも場所（look "
                           "w、look 2Wなど）でもありません。")),
            utf8_clip(rest, 40), rest, n);
    } else {
        out->reply = REPLY_NOTE;
        text_add(&out->text,
                 say(t->lang, W("There is no place '%.*s' to look at. `look` alone lists them.",
                                "「%.*s」という場所はありません。look で一覧を表示します。")),
                 utf8_clip(rest, 40), rest);
    }
}

/* `speed N`, `speed off`: how fast computers' deeds are played out. */
static void do_speed(Table *t, const char *rest, Command *out) {
    out->reply = REPLY_NOTE;
    if (!speed_read(rest, &t->speed)) {
        text_add(&out->text,
                 say(t->lang, W("The speed is %u. Type `speed` and 1 (slow) to %u, or `speed off`.",
                                "速さは今%uです。speed 1（遅い）～%u、または speed off")),
                 t->speed, SPEEDS);
    } else if (t->speed) {
        text_add(&out->text, say(t->lang, W("Speed %u of %u.", "速さ%u／%uにしました。")), t->speed,
                 SPEEDS);
    } else {
        text_put(&out->text, say(t->lang, W("The others' turns are no longer played out.",
                                            "相手の番を順に表示しないようにしました。")));
    }
}
static void do_log(Table *t, const char *rest, Command *out) {
    (void)rest;
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("What happened", "これまでの記録"));
    out->from_end = true;
    page_log(t, &out->text);
}
static void do_help(Table *t, const char *rest, Command *out) {
    (void)rest;
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("Help", "ヘルプ"));
    page_help(t, &out->text);
}
static void do_goal(Table *t, const char *rest, Command *out) {
    (void)rest;
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("The goal", "目標"));
    page_goal(t, &out->text);
}

/* Writes the board and the answers of this turn as a scenario. */
static void do_scenario(Table *t, const char *rest, Command *out) {
    FileError e;
    const char *path = *rest ? rest : "board.fuda";
    out->reply = REPLY_NOTE;
    if (board_write(t, path, &e))
        text_add(&out->text,
                 say(t->lang, W("written to %s, hidden cards included; open it with `fuda play "
                                "--scenario`",
                                "%sに書き出しました（見えないカードも含みます）。fuda play "
                                "--scenario で開けます。")),
                 path);
    else
        text_put(&out->text, e.line);
}

static void do_why(Table *t, const char *rest, Command *out) {
    (void)rest;
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("Why?", "なぜ？"));
    page_why(t, &out->text);
}

static void do_hint(Table *t, const char *rest, Command *out) {
    (void)rest;
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("What the computer would do", "コンピュータならどうするか"));
    page_hint(t, &out->text);
}

/* Resolves the argument of a command to a card. On failure fills *out with a note and returns
 * false. */
static bool require_card(Table *t, const char *rest, Command *out, CardId *c, DefId *def) {
    if (!*rest) {
        note(t, out,
             W("Which card? Its name, a part of it, or its place (h1).",
               "どのカードですか？ 名前（の一部）か場所（h1 など）を続けてください。"));
        return false;
    }
    if (find_card(t, rest, c, def)) return true;
    out->reply = REPLY_NOTE;
    text_add(
        &out->text,
        say(t->lang,
            W("You know no card called '%.*s'. Type its place (h1, M2) or a part of its name.",
              "「%.*s」というカードは見当たりません。場所（h1、M2 など）か、名前の一部で指定して"
              "ください。")),
        utf8_clip(rest, 60), rest);
    return false;
}

static void do_card(Table *t, const char *rest, Command *out) {
    CardId c;
    DefId def;
    if (!require_card(t, rest, out, &c, &def)) return;
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("Card", "カード"));
    page_card(t, c, def, &out->text);
}

/* The first word of the line that is the tag of a card the viewer sees. */
static bool tagged_card(const Table *t, const char *line, CardId *c, DefId *def) {
    char word[16];
    for (const char *s = line; *s; s += strspn(s, " ")) {
        const size_t n = strcspn(s, " ");
        snprintf(word, sizeof word, "%.*s", (int)n, s);
        if (n < sizeof word && find_is_tag(t, word) && find_card(t, word, c, def)) return true;
        s += n;
    }
    return false;
}

/* About a card, a place, an action, or a player. */
static void do_why_not(Table *t, const char *rest, Command *out) {
    CardId c;
    DefId def;
    PlayerId p;
    unsigned zone;
    if (!*rest) {
        note(t, out,
             W("Why not what? A card (h1, or a part of its name), a place (w), or an action "
               "(attack).",
               "何についてですか？ カード（h1 "
               "や名前の一部）、場所（w）、行動（アタックなど）を続けて"
               "ください。"));
        return;
    }
    out->reply = REPLY_PAGE;
    out->title = say(t->lang, W("Why not?", "なぜできない？"));
    if (find_zone(t, rest, &p, &zone))
        page_why_not_zone(t, p, zone, &out->text);
    else if (find_card(t, rest, &c, &def))
        c ? page_why_not(t, c, &out->text) : page_why_not_unseen(t, def, &out->text);
    else if (find_is_tag(t, rest) && !strchr(rest, ' '))
        note(t, out,
             W("There is no card there that you can see.", "そこに見えるカードはありません。"));
    else if (page_why_not_action(t, rest, &out->text))
        return;
    else if (tagged_card(t, rest, &c, &def))
        page_why_not(t, c, &out->text);
    else {
        out->reply = REPLY_NOTE;
        text_add(
            &out->text,
            say(t->lang, W("There is no card, place or action '%.*s'. Try h1, w, attack.",
                           "「%.*s」というカードも場所も行動もありません。例：h1、w、アタック")),
            utf8_clip(rest, 40), rest);
    }
}

/* Saves a copy; the game's own save file stays the same. */
static void do_save(Table *t, const char *rest, Command *out) {
    FileError e;
    if (!*rest) {
        note(t, out,
             W("Where to? Type `save FILE`.",
               "保存先のファイル名を続けてください：save ファイル名"));
        return;
    }
    out->reply = REPLY_NOTE;
    if (table_save_copy(t, rest, &e))
        text_add(&out->text, say(t->lang, W("saved as %s", "保存しました：%s")), rest);
    else
        text_put(&out->text, e.line);
}

/* Matched in order up to a blank, so "why not" precedes "why". */
static const struct {
    const char *word;
    Handler handler;
} commands[] = {
    {"q", do_leave},
    {"quit", do_leave},
    {"exit", do_leave},
    {"終了", do_leave},
    {"why not", do_why_not},
    {"why", do_why},
    {"なぜできない", do_why_not},
    {"なぜ", do_why},
    {"card", do_card},
    {"カード", do_card},
    {"hint", do_hint},
    {"ヒント", do_hint},
    {"log", do_log},
    {"l", do_log},
    {"記録", do_log},
    {"undo", do_undo},
    {"戻す", do_undo},
    {"concede", do_concede},
    {"投了", do_concede},
    {"save", do_save},
    {"保存", do_save},
    {"help", do_help},
    {"?", do_help},
    {"ヘルプ", do_help},
    {"goal", do_goal},
    {"目標", do_goal},
    {":scenario", do_scenario},
    {"scenario", do_scenario},
    {"シナリオ", do_scenario},
    {"speed", do_speed},
    {"速さ", do_speed},
    {"look", do_look},
    {"見る", do_look},
    {"b", do_board},
    {"board", do_board},
};

/* Returns false if the line does not start with a command. */
static bool run_command(Table *t, const char *line, Command *out) {
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t n = strlen(commands[i].word);
        if (strncmp(line, commands[i].word, n) || (line[n] && line[n] != ' ')) continue;
        commands[i].handler(t, line + n + strspn(line + n, " "), out);
        return true;
    }
    return false;
}

/* A place alone lists its cards; a card that no option is about says why not. */
static bool run_place(Table *t, const char *line, Command *out) {
    unsigned zone;
    PlayerId p;
    CardId c;
    DefId def;
    if (find_zone(t, line, &p, &zone)) {
        show_zone(t, p, zone, out);
        return true;
    }
    const bool tag = find_is_tag(t, line) && !strchr(line, ' ');
    if (*line >= '0' && *line <= '9' && !tag) return false;
    if (!find_card(t, line, &c, &def)) {
        if (tag)
            note(t, out,
                 W("There is no card there that you can see.", "そこに見えるカードはありません。"));
        return tag;
    }
    do_why_not(t, line, out);
    return true;
}

/* A plain number selects a line. */
static bool run_number(Table *t, const char *line, Command *out) {
    char *end;
    if (*line < '0' || *line > '9') return false;
    unsigned long n = strtoul(line, &end, 10);
    if (*end || n < 1 || n > t->nlines) return false;
    out->reply = REPLY_ANSWER;
    out->answer = table_line_answer(t, (unsigned)n - 1);
    return true;
}

/* Tags (h3, M2) and parts of an option's text select all matching lines. Exactly one match is the
 * answer. */
static bool run_tags(Table *t, const char *line, Command *out) {
    bool fits[MAX_OPTIONS];
    unsigned n = find_options(t, line, fits), lines = 0;
    if (!n || (*line >= '0' && *line <= '9' && !find_is_tag(t, line))) return false;
    for (unsigned i = t->run.s->ask.n; i-- > 0;) {
        if (!fits[i]) continue;
        out->answer = i;
        lines += !out->keep[t->line_of[i]];
        out->keep[t->line_of[i]] = true;
    }
    out->reply = lines == 1 ? REPLY_ANSWER : REPLY_KEEP;
    return true;
}

/* Numbers win over commands, and commands over tags, so that "l" is the log. */
void command_read(Table *t, const char *line, Command *out) {
    Text plain = {0};
    narrow(line + strspn(line, " \t"), &plain);
    const char *word = text_of(&plain);
    if (!*word)
        out->reply = REPLY_BOARD;
    else if (!run_number(t, word, out) && !run_command(t, word, out) && !run_tags(t, word, out) &&
             !run_place(t, word, out)) {
        out->reply = REPLY_NOTE;
        text_add(
            &out->text,
            say(t->lang,
                W("'%.*s' is no option, card or command: please answer 1 to %u, or type `help`",
                  "「%.*s」は選択肢にもカードにもコマンドにもありません。1～%uの番号で答えて"
                  "ください（help で説明）")),
            utf8_clip(word, 24), word, t->nlines);
    }
    text_release(&plain);
}
