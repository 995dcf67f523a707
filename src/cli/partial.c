#include "cli/partial.h"
#include "cli/speak.h"
#include "cli/cli.h"
#include <stdio.h>

void partial_warn(const Stock *s) {
    unsigned any = 0, left_out;
    for (DefId d = 1; d < s->pack->ndef; d++) {
        if (!builder_partial(s->builder, d, &left_out)) continue;
        fprintf(stderr, tr("%s%s (%u of %u)", "%1$s%2$s（%4$uのうち%3$u）"),
                any++ ? ", "
                      : tr("partial cards (abilities left out): ",
                           "一部だけ使うカード（使わない能力の数）："),
                pack_name(s->pack, d), left_out, s->text[d - 1].nabilities);
    }
    if (any) fputc('\n', stderr);
}

void partial_json(const Stock *s) {
    unsigned any = 0, left_out;
    putchar('[');
    for (DefId d = 1; d < s->pack->ndef; d++) {
        const char *why = builder_partial(s->builder, d, &left_out);
        if (!why) continue;
        fputs(any++ ? ",\n  {\"name\": " : "\n  {\"name\": ", stdout);
        json_string(pack_name(s->pack, d));
        printf(", \"left_out\": %u, \"why\": ", left_out);
        json_string(why);
        putchar('}');
    }
    putchar(']');
}

void left_out_warn(const Stock *s) {
    for (unsigned i = 0; i < s->nleft_out; i++)
        fprintf(stderr,
                tr("note: a deck is left out: %s\n", "注意：使えないデッキがあります：%s\n"),
                s->left_out[i]);
}
