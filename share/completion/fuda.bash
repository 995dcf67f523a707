# Completion of fuda for bash: source this file, or install it as fuda in the folder of completions.
# The program itself says what may follow (fuda --complete).
_fuda() {
    local IFS=$'\n' word=${COMP_WORDS[COMP_CWORD]} candidate files=
    local -a found=()
    [ "$word" != = ] || word=
    for candidate in $("${COMP_WORDS[0]}" --complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null); do
        if [ "$candidate" = :files ]; then files=yes; else found+=("$candidate"); fi
    done
    if [ -n "$files" ]; then # bash quotes the names then
        compopt -o filenames 2>/dev/null
        COMPREPLY=("${found[@]}" $(compgen -f -- "$word"))
    else
        COMPREPLY=() # not printf %q, which spells Japanese out in the C locale
        [ ${#found[@]} -eq 0 ] ||
            mapfile -t COMPREPLY < <(printf '%s\n' "${found[@]}" | sed 's/[][ ()<>&;|*?$`"\\'\''{}!~#]/\\&/g')
    fi
}
complete -F _fuda fuda
