/** Shell completion, made from the same tables as the help. */

/**
 * Use it with `source <(neardup completion)`.
 * @param commands The flags of every command, by its name: `-k, --count N`.
 */
export function bashCompletion(commands: ReadonlyMap<string, readonly string[]>): string {
  const names = [...commands.keys()].join(' ');
  const cases = [...commands].map(([name, all]) => {
    const flags = all.flatMap((flag) => /--[a-z-]+/.exec(flag) ?? []);
    return `    ${name}) flags="${flags.join(' ')}" ;;`;
  });
  return `_neardup() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} help --help --version" -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -f -- "$word")) ;;
  esac
}
complete -o filenames -F _neardup neardup
`;
}
