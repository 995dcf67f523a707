#include "text/message.h"
#include <stddef.h>
#include <string.h>

static const struct {
    const char *en, *ja;
} messages[] = {
#define M(en_, ja_) {en_, ja_},
#include "text/messages.def"
#undef M
};

static bool japanese;

bool message_japanese(bool on) {
    bool before = japanese;
    japanese = on;
    return before;
}

const char *either(const char *en, const char *ja) { return japanese ? ja : en; }

/* Searched from the start: messages are made when something has gone wrong. */
const char *message(const char *en) {
    if (!japanese) return en;
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (!strcmp(messages[i].en, en)) return messages[i].ja;
    return en;
}
