/** Shell completion, made from the same tables as the help. */
import { COMMANDS, flagsOf } from './command-table.ts';
import { type Flag, longName } from './flags.ts';

/** A script that a shell reads at its start (`neardup help completion` says how). */
export function completion(shell: 'bash' | 'zsh' | 'fish'): string {
  if (shell === 'fish') return fish();
  return shell === 'zsh' ? zsh() : bash();
}

function bash(): string {
  const names = COMMANDS.map((command) => command.name).join(' ');
  const cases = COMMANDS.map(
    ({ name }) => `    ${name}) flags="${flagsOf(name).map(longName).join(' ')} --help --help-all" ;;`,
  );
  const values = withChoices().map(
    ({ name, choices }) =>
      `    ${name}) COMPREPLY=($(compgen -W "${choices.join(' ')}" -- "$word")); return ;;`,
  );
  return `_neardup() {
  local word=\${COMP_WORDS[COMP_CWORD]} flags=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} completion help --help --version" -- "$word"))
    return
  fi
  case \${COMP_WORDS[COMP_CWORD - 1]} in
${values.join('\n')}
  esac
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

function zsh(): string {
  const commands = COMMANDS.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = COMMANDS.map(({ name }) => {
    const specs = flagsOf(name).map((flag) => `        ${quoted(zshSpec(flag))} \\`);
    return `      ${name})\n        _arguments \\\n${specs.join('\n')}\n        '*:file:_files' ;;`;
  });
  return `#compdef neardup
_neardup() {
  local -a commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
compdef _neardup neardup
`;
}

/** `--keep[help]:value:(a b)`. */
function zshSpec(flag: Flag): string {
  const help = flag.help.replaceAll(/[[\]:\\]/g, (sign) => `\\${sign}`);
  const value = flag.choices === undefined ? ':value:_files' : `:value:(${flag.choices.join(' ')})`;
  return `${longName(flag)}[${help}]${takesValue(flag) ? value : ''}`;
}

function fish(): string {
  const lines = ['complete -c neardup -n __fish_use_subcommand -f'];
  for (const { name, summary } of COMMANDS) {
    lines.push(`complete -c neardup -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
    for (const flag of flagsOf(name)) {
      const choices = flag.choices === undefined ? '' : ` -x -a ${quoted(flag.choices.join(' '))}`;
      const value = takesValue(flag) ? choices || ' -r' : '';
      const long = longName(flag).slice(2);
      const help = quoted(flag.help);
      lines.push(
        `complete -c neardup -n '__fish_seen_subcommand_from ${name}' -l ${long}${value} -d ${help}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function takesValue(flag: Flag): boolean {
  return flag.flags.includes('<');
}

/** The flags with a fixed set of values. */
function withChoices(): { name: string; choices: readonly string[] }[] {
  const all = new Map(COMMANDS.flatMap(({ name }) => flagsOf(name)).map((flag) => [flag.flags, flag]));
  return [...all.values()].flatMap((flag) =>
    flag.choices === undefined ? [] : [{ name: longName(flag), choices: flag.choices }],
  );
}

/** In single quotes. A quote inside ends them, is escaped, and begins them again, which works in all three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
