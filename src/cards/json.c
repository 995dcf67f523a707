/* JSON card files: an array of objects with the fields of the CSV form, or a .r4uset file of
 * r4utools. */
#include "cards/form.h"
#include "cards/readers.h"
#include <ctype.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The list, the card being read, and where errors go. */
typedef struct Reader {
    CardList *list;
    PrintedCard *card;
    FileError *error;
} Reader;

/* ---- fields ---------------------------------------------------------------------------------- */

/* Stores a copy without surrounding blanks. Fails on control characters. */
static bool clean(const Reader *r, const char *field, const char *s, const char **out) {
    if (text_control(s)) return card_error(r->error, r->card, "control character in '%s'", field);
    size_t size = strlen(s);
    while (size && strchr(" \t\r\n", s[size - 1])) size--;
    while (size && strchr(" \t\r\n", *s)) s++, size--;
    *out = arena_copy(&r->list->arena, s, size);
    return true;
}

/* Reads a string; leaves *out alone if the field is missing or null. */
static bool get_string(const Reader *r, const json_t *o, const char *field, const char **out) {
    const json_t *v = json_object_get(o, field);
    if (!v || json_is_null(v)) return true;
    if (!json_is_string(v)) return card_error(r->error, r->card, "'%s' must be a string", field);
    return clean(r, field, json_string_value(v), out);
}

/* Reads an integer up to form_most; leaves *out alone if the field is missing or null. */
static bool get_number(const Reader *r, const json_t *o, const char *field, int *out) {
    const json_t *v = json_object_get(o, field);
    if (!v || json_is_null(v)) return true;
    const int most = form_most(card_form(r->list->game));
    json_int_t n = json_integer_value(v);
    if (!json_is_integer(v) || n < 0 || n > most)
        return card_error(r->error, r->card, "'%s' must be a number from 0 to %d", field, most);
    *out = (int)n;
    return true;
}

/* A number, or a string of stars. */
static bool get_stars(const Reader *r, const json_t *o, const char *field, int *out) {
    const json_t *v = json_object_get(o, field);
    *out = json_is_string(v) ? cards_stars(json_string_value(v)) : 0;
    return *out || get_number(r, o, field, out);
}

/* Reads cost and the first two stats under the given field names. */
static bool get_numbers(const Reader *r, const json_t *o, const char *cost, const char *atk,
                        const char *def) {
    PrintedCard *c = r->card;
    c->atk = c->def = NO_NUMBER;
    if (!get_number(r, o, cost, &c->cost) || !get_number(r, o, atk, &c->atk) ||
        !get_number(r, o, def, &c->def))
        return false;
    if (c->cost > 127) return card_error(r->error, c, "'%s' must be a number from 0 to 127", cost);
    return true;
}

/* Reads an array of strings and drops empty ones; missing or null is an empty array. */
static bool get_strings(const Reader *r, const json_t *v, const char *field, const char ***out,
                        unsigned *n) {
    if (!v || json_is_null(v)) return true;
    if (!json_is_array(v))
        return card_error(r->error, r->card, "'%s' must be an array of strings", field);
    *out = arena_get(&r->list->arena, json_array_size(v) * sizeof **out);
    for (size_t i = 0; i < json_array_size(v); i++) {
        const json_t *s = json_array_get(v, i);
        if (!json_is_string(s))
            return card_error(r->error, r->card, "'%s' must be an array of strings", field);
        if (!clean(r, field, json_string_value(s), &(*out)[*n])) return false;
        if (*(*out)[*n]) ++*n;
    }
    return true;
}

/* ---- our own form ---------------------------------------------------------------------------- */

/* Is the field part of the game's card form? */
static bool known(const CardForm *form, const char *key) {
    for (unsigned k = 0; k < COL_COUNT; k++)
        if (form->column[k] && !strcmp(form->column[k], key)) return true;
    return !strcmp(key, "alternates");
}

/* Notes each unknown field once per file ('seen'). */
static void note_unknown(const Reader *r, json_t *seen, const json_t *o) {
    for (void *i = json_object_iter((json_t *)o); i; i = json_object_iter_next((json_t *)o, i)) {
        const char *key = json_object_iter_key(i);
        if (known(card_form(r->list->game), key) || json_object_get(seen, key)) continue;
        json_object_set_new(seen, key, json_true());
        cards_note(r->list, "%s: card %u: unknown field '%.*s' is ignored", r->card->file,
                   r->card->number, utf8_clip(key, 60), key);
    }
}

/* Splits at '/'; empty traits are dropped. */
static void split_traits(const Reader *r, const char *s) {
    PrintedCard *c = r->card;
    unsigned most = 1;
    for (const char *p = s; *p; p++) most += *p == '/';
    c->traits = arena_get(&r->list->arena, most * sizeof *c->traits);
    for (; *s; s += strspn(s, "/")) {
        size_t size = strcspn(s, "/");
        if (size) c->traits[c->ntraits++] = arena_copy(&r->list->arena, s, size);
        s += size;
    }
}

/* Both may be a string to split or an array. */
static bool get_traits_and_text(const Reader *r, const json_t *o, const char *traits) {
    PrintedCard *c = r->card;
    const char *s = "";
    if (json_is_string(json_object_get(o, traits))) {
        if (!get_string(r, o, traits, &s)) return false;
        split_traits(r, s);
    } else if (!get_strings(r, json_object_get(o, traits), traits, &c->traits, &c->ntraits)) {
        return false;
    }
    if (!json_is_string(json_object_get(o, "text")))
        return get_strings(r, json_object_get(o, "text"), "text", &c->text, &c->ntext);
    if (!get_string(r, o, "text", &s)) return false;
    cards_split_text(r->list, c, s);
    return true;
}

/* Reads the plain string fields. */
static bool get_columns(const Reader *r, const json_t *o, const CardForm *form, const char **type) {
    PrintedCard *c = r->card;
    const struct {
        Column column;
        const char **to;
    } strings[] = {{COL_NAME, &c->name},       {COL_TYPE, type},       {COL_ID, &c->serial},
                   {COL_NAME_EN, &c->name_en}, {COL_TITLE, &c->title}, {COL_COLOR, &c->color},
                   {COL_RARITY, &c->rarity},   {COL_SET, &c->set},     {COL_EPITHET, &c->epithet},
                   {COL_BOX, &c->box}};
    for (unsigned i = 0; i < sizeof strings / sizeof *strings; i++) {
        const char *field = form->column[strings[i].column];
        if (field && !get_string(r, o, field, strings[i].to)) return false;
    }
    return true;
}

/* Reads a card in our own form. */
static bool read_own(const Reader *r, const json_t *o) {
    PrintedCard *c = r->card;
    const CardForm *form = card_form(r->list->game);
    const char *type = "", *const *name = form->column;
    if (!get_columns(r, o, form, &type) ||
        !get_strings(r, json_object_get(o, "alternates"), "alternates", &c->also, &c->nalso) ||
        !get_numbers(r, o, name[COL_COST], name[COL_ATK], name[COL_DEF]) ||
        (name[COL_THIRD] && !get_stars(r, o, name[COL_THIRD], &c->third)) ||
        !get_traits_and_text(r, o, name[COL_TRAITS]))
        return false;
    c->kinds = kinds_named(r->list->game, type);
    if (!c->kinds && *type) {
        char all[160];
        return card_error(r->error, c, "unknown type '%.*s'; one of %s", utf8_clip(type, 60), type,
                          kinds_all(r->list->game, all, sizeof all));
    }
    return cards_check(r->list, c, true, 0, r->error);
}

/* ---- .r4uset --------------------------------------------------------------------------------- */

/* Reads a string in two languages: an object with JP and EN, or a plain Japanese string. */
static bool two_languages(const Reader *r, const json_t *v, const char *field, const char **ja,
                          const char **en) {
    if (!v || json_is_null(v)) return true;
    if (json_is_string(v)) return clean(r, field, json_string_value(v), ja);
    if (!json_is_object(v))
        return card_error(r->error, r->card, "'%s' must be an object with JP and EN", field);
    return get_string(r, v, "JP", ja) && get_string(r, v, "EN", en);
}

/* Older files call the field 'Trait'. */
static bool r4u_traits(const Reader *r, const json_t *o) {
    PrintedCard *c = r->card;
    const json_t *list = json_object_get(o, "Traits");
    if (!json_is_array(list)) list = json_object_get(o, "Trait");
    if (!list || json_is_null(list)) return true;
    if (!json_is_array(list)) return card_error(r->error, c, "'Traits' must be an array");
    c->traits = arena_get(&r->list->arena, json_array_size(list) * sizeof *c->traits);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *ja = "", *en = "";
        if (!two_languages(r, json_array_get(list, i), "Traits", &ja, &en)) return false;
        if (*ja) c->traits[c->ntraits++] = ja;
    }
    return true;
}

/* Printed entries. An entry without Japanese text is kept as "", because the card still has that
 * ability. */
static bool r4u_effect(const Reader *r, const json_t *o) {
    PrintedCard *c = r->card;
    const json_t *list = json_object_get(o, "Effect");
    if (!list || json_is_null(list)) return true;
    if (!json_is_array(list)) return card_error(r->error, c, "'Effect' must be an array");
    c->text = arena_get(&r->list->arena, json_array_size(list) * sizeof *c->text);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *ja = "", *en = "";
        if (!two_languages(r, json_array_get(list, i), "Effect", &ja, &en)) return false;
        if (!*ja && !*en) continue;
        c->text[c->ntext++] = ja;
        if (!*ja)
            cards_note(r->list, "%s: card %u (%s): ability %zu has no Japanese text", c->file,
                       c->number, c->name, i + 1);
    }
    return true;
}

/* Serials of other printings; older files call the field 'Alternative'. */
static bool r4u_alternates(const Reader *r, const json_t *o) {
    PrintedCard *c = r->card;
    const json_t *list = json_object_get(o, "Alternates");
    if (!json_is_array(list)) list = json_object_get(o, "Alternative");
    if (!json_is_array(list)) return true;
    c->also = arena_get(&r->list->arena, json_array_size(list) * sizeof *c->also);
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *serial = "";
        if (!get_string(r, json_array_get(list, i), "Serial", &serial)) return false;
        if (*serial) c->also[c->nalso++] = serial;
    }
    return true;
}

/* Maps r4utools' type names to kinds. */
static bool r4u_type(const Reader *r, const json_t *o) {
    const NameInfo *types = card_form(r->list->game)->types;
    const char *type = "";
    char all[160] = "";
    size_t n = 0;
    if (!get_string(r, o, "Type", &type)) return false;
    if (!*type) return card_error(r->error, r->card, "'Type' is missing");
    for (; types->key && n < sizeof all; types++) {
        if (!types->name) continue;
        if (!strcmp(type, types->name)) r->card->kinds = kinds_named(r->list->game, types->key);
        n += (size_t)snprintf(all + n, sizeof all - n, "%s%s", n ? ", " : "", types->name);
    }
    if (r->card->kinds) return true;
    return card_error(r->error, r->card, "unknown Type '%.*s'; one of %s", utf8_clip(type, 60),
                      type, all);
}

/* The format has no title; the serial's part before the slash identifies it. */
static void r4u_title(const Reader *r) {
    PrintedCard *c = r->card;
    size_t size = strcspn(c->serial, "/");
    char *title = arena_copy(&r->list->arena, c->serial, c->serial[size] ? size : 0);
    for (char *s = title; *s; s++) *s = (char)toupper((unsigned char)*s);
    c->title = title;
}

/* Reads a card of a .r4uset file. Problems with a card become its fault: the file as a whole stays
 * usable. */
static bool read_r4u(const Reader *r, const json_t *o) {
    PrintedCard *c = r->card;
    const json_t *set = json_object_get(o, "Set");
    if (!get_string(r, o, "Serial", &c->serial) ||
        !two_languages(r, json_object_get(o, "Name"), "Name", &c->name, &c->name_en) ||
        !get_string(r, o, "Color", &c->color) || !get_string(r, o, "Rarity", &c->rarity) ||
        (json_is_object(set) && !get_string(r, set, "ReleaseCode", &c->set)) ||
        !get_numbers(r, o, "Cost", "ATK", "DEF") || !r4u_type(r, o) || !r4u_traits(r, o) ||
        !r4u_effect(r, o) || !r4u_alternates(r, o))
        return false;
    if (!*c->name) c->name = c->name_en; /* printed in Latin letters */
    r4u_title(r);
    return cards_check(r->list, c, false, 0, r->error);
}

/* ---- the file -------------------------------------------------------------------------------- */

/* An array holds cards in our own form, an object with 'Cards' is a .r4uset file. */
static bool read_all(CardList *l, const char *path, const json_t *root, FileError *e) {
    bool own = json_is_array(root);
    const json_t *cards = own ? root : json_object_get(root, "Cards");
    if (!json_is_array(cards))
        return file_error(e, path, 1, 1,
                          "neither an array of cards nor an object with 'Cards' (.r4uset)");
    if (!own && !card_form(l->game)->types)
        return file_error(e, path, 1, 1, "a .r4uset file has no cards of %s", l->game->key);
    json_t *seen = json_object();
    bool ok = true;
    for (size_t i = 0; ok && i < json_array_size(cards); i++) {
        const json_t *o = json_array_get(cards, i);
        Reader r = {l, cards_add(l), e};
        r.card->file = path;
        r.card->number = (unsigned)i + 1;
        if (!json_is_object(o))
            ok = card_error(e, r.card, "must be an object");
        else if (own)
            note_unknown(&r, seen, o);
        ok = ok && (own ? read_own(&r, o) : read_r4u(&r, o));
    }
    json_decref(seen);
    return ok;
}

bool cards_json(CardList *l, const char *path, const FileText *f, FileError *e) {
    json_error_t why;
    char words[JSON_ERROR_TEXT_LENGTH + 40];
    if (!card_form(l->game))
        return file_error(e, path, 0, 0, "cards of %s cannot be read yet", l->game->key);
    json_t *root = json_loadb(f->data, f->size, 0, &why);
    if (!root)
        return file_error(e, path, why.line > 0 ? (unsigned)why.line : 1,
                          why.column > 0 ? (unsigned)why.column : 1, "not JSON: %s",
                          json_fault(why.text, words, sizeof words));
    bool ok = read_all(l, path, root, e);
    json_decref(root);
    return ok;
}
