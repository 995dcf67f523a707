/* The player that only goes on: Enter at the table, again and again. */
#include "play/player.h"
#include "play/words.h"

unsigned first_choose(Chooser *c, const Run *r) {
    (void)c;
    return option_default(r);
}
