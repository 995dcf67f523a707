/* Conjugation. A form is a list of spellings; each is a pattern of stems and text, and the class of
 * the verb gives the stems. */
#include "text/grammar.h"
#include <stdio.h>
#include <stdlib.h>

enum VerbClass { GODAN, ICHIDAN, SURU, ADJECTIVE, ARU, DA };
typedef struct Verb {
    const char *words; /* dictionary forms separated by | */
    enum VerbClass class;
} Verb;
static const Verb verbs[] = {
#define V(words, class) {words, class},
#include "text/verbs.def"
#undef V
};

/* Spellings of each form: V dictionary form, I continuing stem, E て form, T past, A stem of
 * negation, P passive stem, K potential stem, C causative stem, B stem of ば; other text stands for
 * itself. The first spelling is canonical. */
static const char *const form_spellings[FORM_COUNT_] = {
    [FORM_FINAL] = "V|Aなければならない|V必要がある",
    [FORM_CONT] = "I|E|Eから|T後",
    [FORM_MAY] = "Eよい|Eもよい|Vことができる|Kる",
    [FORM_BY] = "Vことで",
    [FORM_UNLESS] = "Aなければ|Aないかぎり|Aない限り|Aないなら",
    [FORM_OR] = "Vか|Aなければならないか",
    [FORM_DID] = "T",
    [FORM_DOES] = "V",
    [FORM_WAS] = "Pた",
    [FORM_IS] = "Pる",
    [FORM_NOT] = "Aない|Aず",
    [FORM_DID_NOT] = "Aなかった",
    [FORM_CANNOT] = "Kない|Kず|Vことができない",
    [FORM_IS_NOT] = "Pない|Pず",
    [FORM_HAD] = "Eいた|Eいる",
    [FORM_HAD_NOT] = "Eいない|Eいなかった",
    [FORM_BEEN] = "Pていた|Pている",
    [FORM_NOT_BEEN] = "Pていない|Pていなかった",
    [FORM_CAUSES] = "Cる",
    [FORM_TE] = "E",
    [FORM_BA] = "Bば",
    [FORM_NOT_TE] = "Aなく|Aなくて",
    [FORM_NOT_BA] = "Aなければ",
};

#define F(form) (1u << FORM_##form)
unsigned form_mark(char mark) {
    switch (mark) {
    case 'A': /* events, active */
        return F(DID) | F(DOES) | F(HAD) | F(HAD_NOT) | F(DID_NOT) | F(NOT) | F(CANNOT);
    case 'E': return F(DID) | F(DOES) | F(HAD) | F(HAD_NOT) | F(DID_NOT); /* A, not forbidden */
    case 'P': return F(WAS) | F(IS) | F(BEEN) | F(NOT_BEEN) | F(IS_NOT);  /* events, passive */
    case 'T': return F(NONE) | F(DID) | F(DOES) | F(WAS) | F(IS);         /* when it happens */
    case 'W': return F(NONE) | F(DID) | F(WAS) | F(IS);  /* when it happens, but not …する時 */
    case 'H': return F(DID) | F(HAD) | F(WAS) | F(BEEN); /* it has happened */
    case 'X': return F(HAD_NOT) | F(DID_NOT) | F(NOT_BEEN); /* it has not happened */
    case 'F': return F(NOT) | F(CANNOT) | F(IS_NOT);        /* it must not happen */
    case 'D': return F(DID);
    case 'M': return F(DID) | F(WAS); /* cards by what was done to them */
    case 'N': return F(NOT) | F(DID_NOT);
    case 'w': return F(WAS);
    case 'I': return F(IS);
    case 'C': return F(CAUSES);
    case 'u': return F(UNLESS) | F(CONT);
    case 'B': return F(DOES) | F(NOT) | F(TE) | F(BA) | F(NOT_TE) | F(NOT_BA); /* states */
    case 'd': return F(NONE) | F(DOES) | F(NOT);                               /* before なら */
    case 't': return F(TE) | F(NOT_TE);                                        /* before 、 */
    case 'b': return F(BA) | F(NOT_BA);
    default: return 0;
    }
}
#undef F

bool verb_has_form(const char *s, unsigned form) {
    size_t n = verb_length(s);
    if (n < 2 || s[n - 2] != '^') return form < FORM_ACTIONS;
    return form_mark(s[n - 1]) >> form & 1;
}

/* Spellings of the forms that these irregular words have; the others are missing. */
static const char *irregular(enum VerbClass class, unsigned form) {
    switch (form) {
    case FORM_DOES: return class == ARU ? "ある" : "|である";
    case FORM_TE: return class == ARU ? "あって|あり" : "で|であり|であって";
    case FORM_BA: return class == ARU ? "あれば" : "であれば";
    case FORM_NOT: return class == ARU ? "ない" : "でない|ではない";
    case FORM_NOT_TE: return class == ARU ? "なく|なくて" : "でなく|ではなく";
    case FORM_NOT_BA: return class == ARU ? "なければ" : "でなければ";
    default: return 0;
    }
}

/* Endings of the five-row verbs by their last kana: continuing, て, past, negation, potential. */
static const char *const rows[][6] = {
    {"く", "き", "いて", "いた", "か", "け"}, {"ぐ", "ぎ", "いで", "いだ", "が", "げ"},
    {"す", "し", "して", "した", "さ", "せ"}, {"つ", "ち", "って", "った", "た", "て"},
    {"ぶ", "び", "んで", "んだ", "ば", "べ"}, {"む", "み", "んで", "んだ", "ま", "め"},
    {"る", "り", "って", "った", "ら", "れ"}, {"う", "い", "って", "った", "わ", "え"},
};

/* Ending that the stem letter adds to a verb without its last kana; 'last' is that kana. */
static const char *ending(enum VerbClass class, const char *last, char stem) {
    static const char letters[] = "IETAKB";
    static const char *const one[] = {"", "て", "た", "", "られ", "れ"};
    static const char *const suru[] = {"し", "して", "した", "し", "でき", "すれ"};
    static const char *const adjective[] = {"く", "く", "かった", "く", "", "けれ"};
    const char *at = strchr(letters, stem);
    if (class == ICHIDAN) return at ? one[at - letters] : stem == 'P' ? "られ" : "させ";
    if (class == ADJECTIVE) return at ? adjective[at - letters] : "";
    if (class == SURU) return at ? suru[at - letters] : stem == 'P' ? "され" : "させ";
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!strcmp(rows[i][0], last))
            return !at ? rows[i][4] : rows[i][stem == 'B' ? 5 : at - letters + 1];
    return 0;
}

/* Length of the first word of a list separated by |. */
static size_t first_length(const char *words) { return strcspn(words, "|"); }

static const Verb *verb_at(const char *s) {
    for (unsigned v = 0; v < sizeof verbs / sizeof *verbs; v++)
        if (!strncmp(s, verbs[v].words, first_length(verbs[v].words))) return &verbs[v];
    return 0;
}

size_t verb_length(const char *s) {
    const Verb *v = verb_at(s);
    size_t n = v ? first_length(v->words) : 0;
    return n && s[n] == '^' && s[n + 1] ? n + 2 : n;
}

/* Writes one spelling of a form of one word. する has せ, not し, before ず. */
static void conjugate(const char *word, size_t len, enum VerbClass class, const char *spelling,
                      char *out, size_t size) {
    size_t cut = class == SURU ? 6 : 3, n = 0; /* bytes of the ending: する, or one kana */
    char last[4] = "";
    memcpy(last, word + len - 3, 3);
    for (const char *s = spelling; *s && *s != '|' && n + 1 < size; s++) {
        if (*s == 'V') {
            n += (size_t)snprintf(out + n, size - n, "%.*s", (int)len, word);
        } else if (strchr("IETAPKCB", *s)) {
            const char *end = ending(class, last, *s);
            if (class == SURU && *s == 'A' && has_start(s + 1, "ず")) end = "せ";
            n += (size_t)snprintf(out + n, size - n, "%.*s%s%s", (int)(len - cut), word, end,
                                  class != GODAN ? ""
                                  : *s == 'P'    ? "れ"
                                  : *s == 'C'    ? "せ"
                                                 : "");
        } else {
            out[n++] = *s;
            out[n] = 0;
        }
    }
}

/* The i-th item of a list separated by |, null if there are fewer. Items may be empty. */
static const char *list_item(const char *list, unsigned i) {
    for (; list && i > 0; i--) {
        list = strchr(list, '|');
        if (list) list++;
    }
    return list;
}

/* Spellings of the form for the first word come first, then those of the other words. */
bool verb_spelling(const char *verb, unsigned form, unsigned i, char *out, size_t size) {
    const Verb *v = verb_at(verb);
    if (!v) return false;
    bool odd = v->class == ARU || v->class == DA;
    const char *forms = odd ? irregular(v->class, form) : form_spellings[form];
    unsigned count = 0;
    while (list_item(forms, count)) count++;
    if (!count) return false;
    const char *word = list_item(v->words, odd ? i >= count : i / count),
               *spelling = list_item(forms, i % count);
    if (!word || (odd && i >= count)) return false;
    if (odd)
        snprintf(out, size, "%.*s", (int)first_length(spelling), spelling);
    else
        conjugate(word, first_length(word), v->class, spelling, out, size);
    return true;
}
