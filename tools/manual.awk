# Lays out include/fuda.h as the manual page fuda(3): comments are text, declarations are examples, and the
# headings between dashes are sections.
function plain(s) { gsub(/\\/, "\\e", s); gsub(/-/, "\\-", s); return s }
function line(s) { s = plain(s); if (s ~ /^[.\047]/) s = "\\&" s; print s }
function close_code() { if (code) print ".fi\n.RE"; code = 0 }
function open_code() { if (!code) print ".PP\n.RS 4\n.nf"; code = 1 }
# Text of a comment; what is indented in it stays as it is.
function text(s,   n, part, i, fixed) {
    close_code()
    n = split(s, part, "\n")
    print ".PP"
    for (i = 1; i <= n; i++) {
        if (part[i] ~ /^   / && !fixed) { print ".RS 4\n.nf"; fixed = 1 }
        else if (part[i] !~ /^   / && fixed) { print ".fi\n.RE"; fixed = 0 }
        if (part[i] == "") print ".PP"
        else line(part[i])
    }
    if (fixed) print ".fi\n.RE"
}
BEGIN {
    printf ".TH FUDA 3 \"\" \"fuda %s\" \"Library Functions\"\n", version
    print ".SH NAME\nfuda \\- rules engine for Japanese trading card games"
    print ".SH SYNOPSIS\n.nf\n#include <fuda.h>\n\ncc program.c $(pkg\\-config \\-\\-cflags \\-\\-libs fuda)\n.fi"
    print ".SH DESCRIPTION"
}
FNR == 1 { sub(/^\/\* fuda.h: /, "/* ") }
/^\/\* ---- .* ---- \*\/$/ { close_code(); sub(/^\/\* ---- /, ""); sub(/ ---- \*\/$/, ""); print ".SH " toupper($0); next }
/^#|^extern "C"|^}$/ && !comment && !depth {
    if (/^#define FUDA_VERSION/) { open_code(); line($0) }
    next
}
/^\/\*/ && !depth { comment = 1; said = "" }
comment {
    over = /\*\/$/
    sub(/^\/\* ?/, ""); sub(/^ \* ?/, ""); sub(/ ?\*\/$/, "")
    said = said (said == "" ? "" : "\n") $0
    if (over) { comment = 0; text(said) }
    next
}
/^$/ { if (code) close_code(); next }
{
    sub(/^FUDA_API /, "")
    open_code()
    line($0)
    depth += gsub(/{/, "{") - gsub(/}/, "}")
}
END { close_code(); print ".SH SEE ALSO\nThe files examples/ and docs/ARCHITECTURE.md of the sources." }
