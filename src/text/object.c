/* What an action is about. The roles of its frame name the cards: a set (このキャラを), a choice
 * (手札から〔A〕を1枚), the top of a deck, or nothing, which means the cards of the action before.
 * This is the same for all verbs. s set   F where from   w which of them   n how many   T top of
 * whose deck */
#include "kernel/pick.h"
#include "text/tongue.h"

const Node *act_object(const TextTree *t, const Node *act) {
    const Row *row = act->leaf ? 0 : grammar_row(t->grammar, act->row);
    if (!row || !act->nchild) return 0;
    if (row->sort != ROW_FRAME) {
        const Node *first = node_child(t, act, 0); /* or what it passes on, as in <set>の */
        while (!first->leaf && first->nchild == 1 &&
               same_word(grammar_row(t->grammar, first->row)->code, "$1"))
            first = node_child(t, first, 0);
        return first;
    }
    const Node *topic = role_filler(t, act, 't'), *to = role_filler(t, act, 'q');
    return topic ? topic : to ? to : role_filler(t, act, 's');
}

const char *alternatives_end(const char *s) {
    while (*s && *s != ')') s++;
    return *s ? s + 1 : s;
}

/* Does the alternative of a choice mention nothing but roles that are said? & is the object. */
static bool alternative_fits(const TextTree *t, const Node *act, const char *s) {
    static const char object[] = "sFwntqTu";
    for (; *s && *s != ',' && *s != ')'; s++) {
        bool said = *s != '&';
        for (unsigned i = 0; !said && object[i]; i++) said = role_filler(t, act, object[i]) != 0;
        if (*s == '$' && s[1] > '9' && !role_filler(t, act, s[1])) return false;
        if (!said) return false;
    }
    return true;
}

const char *frame_choice(const TextTree *t, const Node *act, const char *s) {
    const char *end = alternatives_end(s);
    while (s < end - 1) {
        s++; /* the bracket or comma */
        if (alternative_fits(t, act, s)) return s;
        s += strcspn(s, ",)");
    }
    return 0;
}

bool frame_has_object(const TextTree *t, const Node *act) {
    for (const char *s = grammar_row(t->grammar, act->row)->code; *s; s++) {
        const char *from = *s == '(' ? frame_choice(t, act, s) : 0;
        if (*s == '&' || (from && memchr(from, '&', strcspn(from, ",)")))) return true;
        if (*s == '(') s = alternatives_end(s) - 1;
    }
    return false;
}

unsigned children_in_order(const TextTree *t, const Node *n, uint16_t *out) {
    unsigned k = 0;
    for (unsigned i = 0; i < n->nchild; i++) {
        uint16_t c = t->children[n->child + i];
        unsigned at = k;
        if (t->node[c].leaf == LEAF_ABSENT) continue;
        for (; at > 0 && t->node[out[at - 1]].start > t->node[c].start; at--) out[at] = out[at - 1];
        out[at] = c;
        k++;
    }
    return k;
}

bool item_says_after(const TextTree *t, const Node *item) {
    const uint32_t *cp = t->cp + item->start;
    return code_is(grammar_row(t->grammar, item->row)->code, "!then") && cp[0] == U'そ' &&
           cp[1] == U'の' && cp[2] == U'後';
}

/* Is the number "all"? */
static bool is_all(const TextTree *t, const Node *many) {
    return many && same_word(grammar_row(t->grammar, many->row)->code, "WHOLE;WHOLE;1");
}

bool act_chooses(const TextTree *t, const Node *act) {
    const Row *row = grammar_row(t->grammar, act->row);
    if (row->sort != ROW_FRAME || !frame_has_object(t, act) || role_filler(t, act, 'T'))
        return false;
    const Node *from = role_filler(t, act, 'F'), *many = role_filler(t, act, 'n');
    if (!act_object(t, act)) return from || many;
    return !from && many && (act->among || !is_all(t, many) || has_start(row->code, "&choose"));
}

bool zones_name_cards(const TextTree *t, const Node *zones) {
    if (!zones || zones->leaf || zones->nchild != 2) return false;
    const Node *first = node_child(t, zones, 0);
    return same_word(grammar_row(t->grammar, zones->row)->pattern, "<zone>か{、|}<zones>") &&
           strstr(grammar_row(t->grammar, first->row)->code, "!noun");
}

bool act_among(const TextTree *t, const Node *act) {
    const Node *from = role_filler(t, act, 'F');
    if (from) return same_word(grammar_row(t->grammar, from->row)->code, "LEFT");
    return act->among || (act_chooses(t, act) && !act_object(t, act));
}

static bool is_row(const Emit *e, const Node *n, const char *pattern) {
    return !n->leaf && same_word(grammar_row(e->t->grammar, n->row)->pattern, pattern);
}

void narrow_set(Emit *e, Words *set, const Words *filter) {
    Words out, body, second;
    out.n = body.n = 0;
    Pc pc = 1;
    if (!filter->n || e->failed) return;
    if (set->w[0] == OP_JOIN) {
        vm_skip(e->t->game, set->w, &pc);
        second.n = set->n - pc;
        memcpy(second.w, set->w + pc, second.n * sizeof(Code));
        memmove(set->w, set->w + 1, (pc - 1u) * sizeof(Code));
        set->n = pc - 1u;
        narrow_set(e, set, filter);
        narrow_set(e, &second, filter);
        put(e, &out, OP_JOIN);
        append(e, &out, set);
        append(e, &out, &second);
        *set = out;
        return;
    }
    if (set->w[0] == OP_SOULS && set->w[set->n - 1] == OP_ANY) {
        set->n--;
        append(e, set, filter);
        return;
    }
    if (set->w[0] != OP_CARDS) {
        put(e, &out, OP_ONLY);
        append(e, &out, set);
        append(e, &out, filter);
        *set = out;
        return;
    }
    vm_skip(e->t->game, set->w, &pc); /* the players; then zones, length, filter */
    put(e, &body, OP_FAND);
    put(e, &body, 2);
    for (unsigned i = pc + 2u; i < set->n; i++) put(e, &body, set->w[i]);
    append(e, &body, filter);
    for (unsigned i = 0; i <= pc; i++) put(e, &out, set->w[i]);
    put_body(e, &out, &body);
    *set = out;
}

/* The bare name of a zone means its usual cards; with 'any' it means all that lie there. */
static void widen_zone(Emit *e, const Node *from, Words *set) {
    Pc pc = 1;
    if (!is_row(e, from, "<own><zones>") || e->failed) return;
    vm_skip(e->t->game, set->w, &pc);
    set->n = pc + 1u;
    put(e, set, 1);
    put(e, set, OP_ANY);
}

/* The cards of the place that the first two parts of a node, whose and which zones, name. */
void put_place(Emit *e, const Node *n, Words *out) {
    Words body;
    body.n = 0;
    put(e, out, OP_CARDS);
    emit_node(e, node_child(e->t, n, 0), out);
    emit_part(e, node_child(e->t, n, 1), 0, out);
    emit_part(e, node_child(e->t, n, 1), 1, &body);
    put_body(e, out, &body);
}

bool says_place(const Emit *e, const Node *many) {
    return many && has_start(grammar_row(e->t->grammar, many->row)->code, "!untilso");
}

/* "その中": the cards looked at, else those that the last action put somewhere. */
static Code among_what(const Emit *e) {
    const bool put_there = !e->looked && e->last_act && !act_chooses(e->t, e->last_act) &&
                           has_word(node_code(e, e->last_act), "MOVE");
    return put_there ? OP_IT : OP_LEFT;
}

void emit_among(Emit *e, const Node *n, Words *out) {
    (void)n;
    put(e, out, among_what(e));
}

/* The set to choose from. */
static void emit_source(Emit *e, const Node *n, bool any, Words *set) {
    const Node *from = role_filler(e->t, n, 'F'), *what = role_filler(e->t, n, 'w'),
               *whole = act_object(e->t, n), *many = role_filler(e->t, n, 'n');
    Words filter;
    filter.n = 0;
    if (!what) what = role_filler(e->t, n, 'u');
    if (n->among && whole) { /* 〔A〕を1枚選び behind その中から */
        put(e, set, OP_LEFT);
        emit_part(e, node_child(e->t, whole, 1), is_row(e, whole, "<own><zones>"), &filter);
    } else if (from || whole) {
        emit_node(e, from ? from : whole, set);
        if (set->w[0] == OP_LEFT) set->w[0] = among_what(e);
        if (any && from) widen_zone(e, from, set);
        if (what) emit_node(e, what, &filter);
    } else if (says_place(e, many)) {
        put_place(e, many, set);
    } else {
        put(e, set, n->from_event ? OP_IT : OP_LEFT);
    }
    narrow_set(e, set, &filter);
}

/* Remembers the zones that the cards are chosen from, for "…から置いたら". */
static void note_source(Emit *e, const Words *set) {
    Pc pc = 1;
    e->last_from = 0;
    if (e->failed || set->w[0] != OP_CARDS) return;
    vm_skip(e->t->game, set->w, &pc);
    e->last_from = set->w[pc];
}

/* 控え室からこのキャラを: the set, as far as it lies there. */
static void emit_set_from(Emit *e, const Node *n, Words *object) {
    Words at, filter;
    at.n = filter.n = 0;
    Pc pc = 1;
    emit_node(e, act_object(e->t, n), object);
    emit_node(e, role_filler(e->t, n, 'F'), &at);
    if (e->failed) return;
    if (at.w[0] != OP_CARDS) {
        fail(e, n, "the place where these cards come from must be a zone");
        return;
    }
    vm_skip(e->t->game, at.w, &pc);
    put(e, &filter, OP_AT);
    const Node *own = node_child(e->t, role_filler(e->t, n, 'F'), 0);
    bool unsaid = own->start == own->end; /* then it lies there, whoever's it is */
    if (unsaid) put(e, &filter, OP_EVERY);
    for (unsigned i = unsaid ? pc : 1; i <= pc; i++) put(e, &filter, at.w[i]);
    if (object->n == 1 && object->w[0] == OP_SELF) e->in_zones |= at.w[pc]; /* valid there */
    narrow_set(e, object, &filter);
}

/* Are the cards of the set hidden: in a hidden zone, or looked at? Then no choice among them
 * targets, and the game still exempts the card that is being played. */
static bool is_hidden(const Emit *e, const Words *set) {
    const Game *g = e->t->game;
    Pc pc = set->w[0] == OP_ONLY ? 1 : 0;
    if (e->failed || set->w[pc] == OP_LEFT) return true;
    if (set->w[pc++] != OP_CARDS) return false;
    vm_skip(g, set->w, &pc);
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((set->w[pc] >> z & 1) && !(g->zones[z].flags & ZONE_PUBLIC)) return true;
    return false;
}

/* Writes one choice. 'more': it adds to the cards chosen before it. */
static void put_choice(Emit *e, const Node *n, const Words *set, const Node *many, bool more,
                       Words *out) {
    const Tongue *g = e->t->tongue;
    bool free = (g->word_chooses || (g->targets_on_entry && !is_hidden(e, set))) &&
                !has_start(node_code(e, n), "&choose");
    Words alike;
    alike.n = e->chosen_from.n = 0;
    e->described = false;
    if (!e->failed && set->w[0] == OP_CARDS && !says_place(e, many)) e->chosen_from = *set;
    if (role_filler(e->t, n, 'i')) emit_node(e, role_filler(e->t, n, 'i'), &alike);
    put(e, out, OP_SELECT);
    put(e, out, n->player);
    append(e, out, set);
    for (unsigned i = 0; i < 3; i++) {
        Words one = {.n = i < 2 ? 2 : 1, .w = {i < 2 ? OP_NUM : PICK_KEEP, 1}};
        e->choosing_from = set;
        if (many) one.n = 0, emit_part(e, many, i, &one);
        e->choosing_from = 0;
        if (i == 0 && e->nwidened && set->w[0] == OP_JOIN) { /* the further cards may be left out */
            Pc end = 1;
            vm_skip(e->t->game, set->w, &end);
            put(e, out, OP_MIN);
            append(e, out, &one);
            put(e, out, OP_COUNT);
            for (unsigned k = 1; k < end; k++) put(e, out, set->w[k]);
            continue;
        }
        if (i == 2 && free && one.n) one.w[0] |= PICK_FREE;
        if (i == 2 && more) one.w[0] = PICK_ADD;
        if (i == 2 && alike.n) one.w[0] |= alike.w[0];
        append(e, out, &one);
    }
}

bool emit_choice_until_so(Emit *e, const Node *n, const Node *many, Words *out) {
    Words set;
    set.n = 0;
    if (!says_place(e, many)) return false;
    put_place(e, many, &set);
    put_choice(e, n, &set, many, false, out);
    return true;
}

/* "AとBを1枚ずつ": a choice for each alternative of the list, all of them together what is chosen.
 */
static void put_choices(Emit *e, const Node *n, const Node *from, const Node *list,
                        const Node *many, Words *out) {
    Words rest, filter, set;
    rest.n = 0;
    emit_node(e, list, &rest);
    for (bool more = false; !e->failed; more = true) {
        bool last = rest.w[0] != OP_FOR || rest.w[1] != 2; /* "FOR 2 first others" */
        unsigned at = last ? 0 : 2, end = at + op_len(e, &rest, at);
        set.n = filter.n = 0;
        for (unsigned i = at; i < end; i++) put(e, &filter, rest.w[i]);
        emit_node(e, from, &set);
        narrow_set(e, &set, &filter);
        put_choice(e, n, &set, many, more, out);
        if (!more && !e->failed) out->w[out->n - 1] &= ~(Code)PICK_EACH_ZONE;
        if (last) return;
        rest.n -= end;
        memmove(rest.w, rest.w + end, rest.n * sizeof(Code));
    }
}

/* Does the number apply to each of a list (ずつ, それぞれ)? */
static bool is_each(Emit *e, const Node *many) {
    Words flags;
    flags.n = 0;
    if (many) emit_part(e, many, 2, &flags);
    return flags.n && (flags.w[0] & PICK_EACH_ZONE);
}

/* How many cards of a deck are meant: a number, or up to a number, asked card by card. */
static void emit_top_number(Emit *e, const Node *many, Words *out) {
    Words least, most;
    least.n = most.n = 0;
    emit_part(e, many, 0, &least);
    emit_part(e, many, 1, &most);
    const bool upto = least.n == 2 && least.w[0] == OP_NUM && !least.w[1] && most.w[0] != OP_WHOLE;
    if (upto) put(e, out, OP_UPTO);
    append(e, out, upto ? &most : &least);
}

/* Does the action move the cards? Turning and looking are no moves. */
static bool moves_cards(const Emit *e, const Node *n) {
    static const char *const stay[] = {"&choose", "TURNFACE", "ORIENT", "SEE", "REVEAL", 0};
    for (const char *const *word = stay; *word; word++)
        if (strstr(node_code(e, n), *word)) return false;
    return true;
}

/* A number of cards of a zone that is used from the top (Tongue.top_zone), whichever they are. If
 * the number is fixed that leaves no choice, otherwise the player takes one after another. Returns
 * the flag for this choice. */
static unsigned take_from_top(Emit *e, const Node *n, const Node *many, Words *set) {
    const Tongue *t = e->t->tongue;
    const Code *w = set->w;
    Words least = {0}, most = {0}, flags = {0};
    Pc pc = 1;
    if (e->failed || !many || w[0] != OP_CARDS || !moves_cards(e, n)) return 0;
    vm_skip(e->t->game, w, &pc);
    if (w[pc] != zone_bit(t->top_zone) || w[pc + 1] != 1 || w[pc + 2] != OP_ANY) return 0;
    emit_part(e, many, 0, &least);
    emit_part(e, many, 1, &most);
    emit_part(e, many, 2, &flags);
    if (flags.n && (flags.w[0] & PICK_RANDOM)) return 0;
    if (least.n != 2 || most.n != 2 || least.w[0] != OP_NUM || least.w[1] != most.w[1])
        return PICK_FROM_TOP;
    const Words top = {.n = 3, .w = {OP_FGAME, (Code)t->top_query, least.w[1]}};
    narrow_set(e, set, &top);
    return 0;
}

/* 「あなたの門が破壊された時、破壊された門を裏向きにする」: what is done to cards of no said owner
 * or number, described by what the trigger says of its card, is done to that one. */
static bool is_of_trigger(const Emit *e, const Node *set) {
    const TextTree *t = e->t;
    if (!e->trigger || set->nchild < 3) return false;
    const Node *own = node_child(t, set, 0), *adj = node_child(t, set, 1);
    const uint32_t *behind = &t->cp[set->end];
    if (own->leaf || own->start != own->end || adj->leaf || adj->end <= adj->start) return false;
    if (!same_word(grammar_row(t->grammar, adj->row)->phrase, "adj")) return false;
    const bool all = behind[0] == U'を' && (behind[1] == U'す' || behind[1] == U'全');
    return !all && t->cp[adj->end - 1] == U'た' &&
           contains_text(t, e->trigger, adj->start, adj->end);
}

/* Writes the choice that the roles ask for, and what & stands for. Returns true if the cards are
 * chosen among those looked at. */
static bool emit_object(Emit *e, const Node *n, bool any, const Words *only, Words *out,
                        Words *object) {
    const Node *from = role_filler(e->t, n, 'F'), *many = role_filler(e->t, n, 'n'),
               *whole = act_object(e->t, n), *top = role_filler(e->t, n, 'T');
    bool with_self = role_filler(e->t, n, 'j') != 0;
    if (top) {
        put(e, object, OP_TOPS);
        emit_node(e, top, object);
        emit_top_number(e, many, object);
    } else if (whole && from) {
        emit_set_from(e, n, object);
    } else if (whole && !act_chooses(e->t, n)) {
        if (with_self) put(e, object, OP_JOIN), put(e, object, OP_SELF);
        if (is_of_trigger(e, whole))
            put(e, object, OP_SUBJ);
        else
            emit_node(e, whole, object);
    } else if (!from && !many) {
        emit_it(e, n, object);
    } else {
        Words set;
        set.n = 0;
        emit_source(e, n, any, &set);
        note_source(e, &set);
        const unsigned from_top = take_from_top(e, n, many, &set);
        if (with_self) { /* このキャラと手札から1枚: another card, and this one */
            Words but;
            but.n = 0;
            put(e, &but, OP_BUT);
            append(e, &but, &set);
            put(e, &but, OP_SELF);
            set = but;
        }
        bool left = set.w[0] == OP_LEFT || (set.w[0] == OP_ONLY && set.w[1] == OP_LEFT);
        if (left && is_all(e->t, many) && !has_start(node_code(e, n), "&choose")) {
            append(e, object, &set);
            return false;
        }
        widen_choice(e, n, &set);
        const bool said = only->n == 2 && set.n > 2 && set.w[set.n - 2] == only->w[0] &&
                          set.w[set.n - 1] == only->w[1]; /* the text names the kind */
        if (only->n && !said) {                           /* kept apart: choice.c looks for it */
            put(e, object, OP_ONLY);
            append(e, object, &set);
            append(e, object, only);
            set = *object;
            object->n = 0;
        }
        const Node *list = role_filler(e->t, n, 'u'), *from_set = from;
        if (!list && whole &&
            has_start(grammar_row(e->t->grammar, whole->row)->pattern,
                      "<own><zones>の{、|}<allof>")) {
            list = node_child(e->t, whole, 2); /* 控え室の〔A〕と〔B〕を1枚ずつ */
            from_set = whole;
        }
        if (list && is_each(e, many))
            put_choices(e, n, from_set, list, many, out);
        else
            put_choice(e, n, &set, many, false, out);
        if (from_top && !e->failed) out->w[out->n - 1] |= (Code)from_top;
        choose_more(e, n, out);
        const Node *within = role_filler(e->t, n, 'v');
        if (within) {
            put(e, out, OP_WITHIN);
            emit_node(e, within, out);
        }
        if (with_self && has_start(node_code(e, n), "&choose")) put(e, out, OP_SETIT);
        if (with_self) {
            Words *to = has_start(node_code(e, n), "&choose") ? out : object;
            put(e, to, OP_JOIN), put(e, to, OP_SELF), put(e, to, OP_IT);
        }
        if (!object->n) put(e, object, OP_IT);
        return left;
    }
    return false;
}

bool contains_text(const TextTree *t, const Node *n, unsigned from, unsigned end) {
    for (unsigned i = n->start; i + (end - from) <= n->end; i++)
        if (!memcmp(&t->cp[i], &t->cp[from], (end - from) * sizeof *t->cp)) return true;
    return false;
}

/* Does the set lie, or may it lie, on the field? */
static bool is_fielded(const Emit *e, const Words *set) {
    const Game *g = e->t->game;
    Pc pc = 1;
    if (e->failed || set->w[0] != OP_CARDS) return true;
    vm_skip(g, set->w, &pc);
    for (ZoneId z = 1; z < g->nzones; z++)
        if ((set->w[pc] >> z & 1) && (g->zones[z].flags & (ZONE_FIELD | ZONE_SEATED))) return true;
    return false;
}

bool emit_half(Emit *e, const Node *n, Words *out) {
    static const uint32_t that[] = {U'そ', U'の'};
    const TextTree *t = e->t;
    const Node *act = e->last_act;
    Words set[2] = {{0}};
    bool means[2];
    if (!act || act->nchild != 2 || !has_word(node_code(e, act), "32")) return false;
    if (n->end <= n->start + 2 || memcmp(&t->cp[n->start], that, sizeof that)) return false;
    for (unsigned i = 0; i < 2; i++) {
        const Node *half = node_child(t, act, i);
        emit_node(e, half, &set[i]);
        means[i] = contains_text(t, half, n->start + 2u, n->end);
    }
    for (unsigned i = 0; means[0] == means[1] && i < 2; i++) /* then what is moved onto the field */
        if (!is_fielded(e, &set[i]) && is_fielded(e, &set[1 - i])) means[i] = !means[i];
    if (e->failed || means[0] == means[1]) return false;
    put(e, out, OP_ONLY);
    put(e, out, OP_IT);
    put(e, out, OP_IN);
    append(e, out, &set[means[1]]);
    return true;
}

typedef struct ItSearch {
    const Code *code;
    unsigned at[8], n;
} ItSearch;

static void find_it(void *self, unsigned op, const Code *operands) {
    ItSearch *x = self;
    if (op == OP_IT && x->n < 8) x->at[x->n++] = (unsigned)(operands - 1 - x->code);
}

/* The code from 'from' on stands behind a choice, but speaks of the cards chosen before it. */
void speak_of_kept(Emit *e, unsigned from, Words *out) {
    ItSearch x = {.code = out->w};
    for (unsigned pc = from; pc < out->n;) pc = vm_walk(e->t->game, out->w, pc, find_it, &x);
    for (unsigned i = 0; i < x.n; i++) out->w[x.at[i]] = OP_KEPT;
}

/* 「そのパワーに等しいダメージを、相手のキャラ1枚に与える」: a role in front of the choice that the
 * action makes speaks of what was named before. Its code stands behind the choice, from 'from' on.
 */
static void speak_of_before(Emit *e, const Node *n, char role, bool chose, unsigned from,
                            Words *out) {
    static const char chosen[] = "qwsntF";
    const Node *filler = role_filler(e->t, n, role), *object = 0;
    for (const char *c = chosen; *c && !object; c++) object = role_filler(e->t, n, *c);
    const bool apart = role == 'g' && e->chosen_from.n && !is_fielded(e, &e->chosen_from);
    if (e->failed || !filler) return; /* apart: a place, but the cards chosen lie on none */
    if (!apart && (!chose || !object)) return;
    if (!apart && filler->start > object->start && role != 'g') return;
    speak_of_kept(e, from, out);
}

void narrow_to_done(Emit *e, const Node *act, Words *set) {
    const char *object = strchr(node_code(e, act), '&');
    const size_t len = object ? strcspn(object + 1, " ;") : 0;
    Words filter = {0};
    if (!len || object[1] < 'A' || object[1] > 'Z' || memchr(object, ':', len)) return;
    emit_token(e, act, object + 1, &filter);
    if (!e->failed && !contains_op(e, set, filter.w[0])) narrow_set(e, set, &filter);
}

/* "It" becomes the cards that the action changes, since the text counts them. */
static void only_changed(Emit *e, Words *object, const Words *only, Words *out) {
    put(e, out, OP_SETIT);
    put(e, out, OP_ONLY);
    append(e, out, object);
    append(e, out, only);
    object->n = 0;
    put(e, object, OP_IT);
}

bool frame_is_composed(const Emit *e, const Node *n) {
    return strchr(node_code(e, n), '&') || role_filler(e->t, n, 'd') ||
           says_place(e, role_filler(e->t, n, 'n'));
}

/* Does that part of the frame, a role or by number, say which cards? */
static bool names_cards(const TextTree *t, const Node *n, char part) {
    const unsigned head = role_count(grammar_row(t->grammar, n->row)) + (unsigned)(part - '1');
    const Node *x = part >= 'a'                       ? role_filler(t, n, part)
                    : head < n->nchild && part >= '1' ? node_child(t, n, head)
                                                      : 0;
    const unsigned phrase = x && !x->leaf ? grammar_row(t->grammar, x->row)->phrase_id : 0;
    return phrase == PHRASE_SET || phrase == PHRASE_SET1;
}

/* The code of a frame: clause marks, then the choice, then the action. A second segment is the
 * action on cards chosen among those looked at. The word & may be &any (a zone means every card in
 * it) or name a filter that a choice is narrowed to, as in &UPRIGHT. */
void emit_frame(Emit *e, const Node *n, Words *out) {
    const char *s = node_code(e, n), *object_word = strchr(s, '&'),
               *mark = object_word ? object_word + 1 : "";
    const char *colon = mark + strcspn(mark, " ;:"); /* a filter of kinds: of any there are */
    bool any = has_start(mark, "any") || *colon == ':',
         plain = !*mark || *mark == ' ' || *mark == ';';
    Words object, only;
    object.n = only.n = 0;
    const Words *outer = e->object;
    const Node *outer_frame = e->frame;
    e->frame = n;
    while (code_is(s, "MARK") || code_is(s, "SETX") || has_start(s, "SEE @p $"))
        for (unsigned i = code_is(s, "SEE") ? 3 : 2; i > 0; i--) { /* before the choice */
            s = emit_token(e, n, s, out);
            while (*s == ' ') s++;
        }
    if (*colon == ':') {
        emit_word(e, n, mark, (size_t)(colon - mark), &only);
        emit_token(e, n, colon + 1, &only);
    } else if (!any && !plain && !has_start(mark, "choose")) {
        emit_token(e, n, mark, &only);
    }
    const Node *during = role_filler(e->t, n, 'd');
    if (during) { /* also for the actions behind it in the sentence */
        Words d;
        d.n = 0;
        emit_node(e, during, &d);
        e->duration = d.n ? d.w[0] : 0;
    }
    bool left = frame_has_object(e->t, n) && emit_object(e, n, any, &only, out, &object);
    const bool is_it = object.n == 1 && object.w[0] == OP_IT;
    const bool chose = is_it && act_chooses(e->t, n);
    if (n->counted && !n->binds_it && only.n && object.n) only_changed(e, &object, &only, out);
    if (e->self_gone && object.n == 1 && object.w[0] == OP_SELF &&
        (has_word(s, "MOVE") || has_word(s, "GAME")))
        object.w[0] = e->self_gone;
    const char *second = strchr(s, ';');
    if (left && second) s = second + 1;
    e->object = &object;
    while (*s && *s != ';' && !e->failed) {
        bool whole = *s == '!' && special_takes_rest(s);
        const unsigned from = out->n;
        const char *at = *s == '(' ? frame_choice(e->t, n, s) : s;
        while (at && *at == ' ') at++;
        const char role = at && is_it && (*at == '%' || *at == '$') ? at[1] : 0;
        s = emit_token(e, n, s, out);
        if (role >= 'a' && role <= 'z') speak_of_before(e, n, role, chose, from, out);
        /* 手札1枚をそのメンバーのソウルにする: the second card was named before */
        const bool one = role && names_cards(e->t, n, role) && out->n == from + 1;
        if (one && from && out->w[from - 1] != OP_PLACEOF && out->w[from] == OP_IT)
            out->w[from] = OP_KEPT;
        if (whole) break;
        while (*s == ' ') s++;
    }
    e->object = outer;
    e->frame = outer_frame;
}

bool acts_on_spoken(const Emit *e, const Node *act) {
    const Node *object = act_object(e->t, act);
    if (act_chooses(e->t, act)) return false;
    if (code_is(node_code(e, act), "!swap") && !role_filler(e->t, act, 's')) return true;
    if (!object) return frame_has_object(e->t, act) && !role_filler(e->t, act, 'T');
    const char *code = node_code(e, object);
    return same_word(code, "IT") || same_word(code, "!made") || code_is(code, "ONLY !made");
}

bool only_chose(const Emit *e) {
    const char *code = e->last_act ? node_code(e, e->last_act) : "";
    return code_is(code, "SELECT") || strstr(code, "&choose");
}
