/** Shell completion, made from the same tables as the help. */
import { COMMANDS, flagsOf } from './program.ts';

/** Use it with `source <(neardup completion)`. */
export function bashCompletion(): string {
  const names = COMMANDS.map((command) => command.name).join(' ');
  const cases = COMMANDS.map((command) => {
    const flags = flagsOf(command.name).flatMap((flag) => /--[a-z-]+/.exec(flag.flags) ?? []);
    return `    ${command.name}) flags="${flags.join(' ')}" ;;`;
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
