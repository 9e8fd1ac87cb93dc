
_plyglot_with_colons() {
    local line="${COMP_LINE:0:COMP_POINT}" word before
    word="${line##*[[:space:]]}"
    before="${line%"$word"}"
    before="${before%"${before##*[![:space:]]}"}"
    before="${before##*[[:space:]]}"
    if [[ $word == --*=* ]]; then
        before="${word%%=*}"
        word="${word#*=}"
    fi
    if [[ $word != *:* || $COMP_WORDBREAKS != *:* ]]; then
        _plyglot "$1" "$word" "$before"
        return
    fi
    _plyglot "$1" "$word" "$before"
    local begun="${word%"${word##*:}"}"
    COMPREPLY=("${COMPREPLY[@]#"$begun"}")
}
complete -o nosort -o bashdefault -o default -F _plyglot_with_colons plyglot 2>/dev/null ||
    complete -o bashdefault -o default -F _plyglot_with_colons plyglot
