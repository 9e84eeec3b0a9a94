/** Shell completion, made from the program itself: every command, its options, and the words that may follow it. */
import type { Command, Option } from 'commander';
import { COMMANDS } from './command-table.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** What can follow the name of a command. */
interface Completed {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** The words of which the first argument is one; without them it is a file. */
  readonly words: readonly string[];
}

/** A script that a shell reads at its start (`neardup help completion` says how). */
export function completion(shell: Shell, program: Command): string {
  const commands = [...program.commands.map(completed), helpOf(program)];
  if (shell === 'fish') return fish(commands);
  return shell === 'zsh' ? zsh(commands) : bash(commands);
}

function completed(command: Command): Completed {
  const name = command.name();
  const parts = command.commands;
  const words = COMMANDS.find((entry) => entry.name === name)?.words ?? parts.map((part) => part.name());
  const choices = command.registeredArguments[0]?.argChoices;
  const help = command.createHelp().visibleOptions(command).slice(-1);
  const options = [command, ...parts].flatMap((each) => each.options);
  return {
    name,
    summary: command.summary(),
    options: unique([...options, ...help], ({ long }) => long),
    words: choices ?? words,
  };
}

function helpOf(program: Command): Completed {
  const words = program.commands.map((command) => command.name());
  return { name: 'help', summary: 'explain a command', options: [], words };
}

/** File names are left to readline, which knows what to do with spaces. */
function bash(commands: readonly Completed[]): string {
  const names = commands.map(({ name }) => name).join(' ');
  const cases = commands.map(
    ({ name, options, words }) =>
      `    ${name}) flags="${options.map(longOf).join(' ')}" words="${words.join(' ')}" ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map((option) => `    '${name} ${longOf(option)}') words="${option.argChoices!.join(' ')}" ;;`),
  );
  return `_neardup() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} flags="" words=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))
    return
  fi
  case \${COMP_WORDS[1]} in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq 2 ] || words=""
  case "\${COMP_WORDS[1]} $before" in
${values.join('\n')}
  esac
  case $word in
    -*) COMPREPLY=($(compgen -W "$flags" -- "$word")) ;;
    *) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;
  esac
}
complete -o default -F _neardup neardup
`;
}

function zsh(commands: readonly Completed[]): string {
  const names = commands.map(({ name, summary }) => `    ${quoted(`${name}:${summary}`)}`);
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.flatMap(zshSpecs).map((spec) => `        ${quoted(spec)} \\\n`);
    const first = words.length === 0 ? '' : `        '1:word:(${words.join(' ')})' \\\n`;
    return `      ${name})\n        _arguments \\\n${specs.join('')}${first}        '*:file:_files' ;;`;
  });
  return `#compdef neardup
_neardup() {
  local -a commands=(
${names.join('\n')}
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

/** `--keep[help]:value:(a b)`, for each of its names. */
function zshSpecs(option: Option): string[] {
  const help = option.description.replaceAll(/[[\]:\\]/g, (sign) => `\\${sign}`);
  const value = option.argChoices === undefined ? ':value:_files' : `:value:(${option.argChoices.join(' ')})`;
  return [option.short, option.long]
    .filter((name) => name !== undefined)
    .map((name) => `${name}[${help}]${takesValue(option) ? value : ''}`);
}

function fish(commands: readonly Completed[]): string {
  const lines = ['complete -c neardup -n __fish_use_subcommand -f'];
  for (const { name, summary, options, words } of commands) {
    lines.push(`complete -c neardup -n __fish_use_subcommand -a ${name} -d ${quoted(summary)}`);
    const isIt = `contains -- ${name} (commandline -opc)[2]`;
    if (words.length > 0) {
      const isFirst = quoted(`${isIt}; and test (count (commandline -opc)) -eq 2`);
      lines.push(`complete -c neardup -n ${isFirst} -f -a ${quoted(words.join(' '))}`);
    }
    for (const option of options) {
      const choices = option.argChoices === undefined ? '' : ` -x -a ${quoted(option.argChoices.join(' '))}`;
      const value = takesValue(option) ? choices || ' -r' : '';
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`;
      lines.push(
        `complete -c neardup -n ${quoted(isIt)}${short} -l ${longOf(option).slice(2)}${value} -d ${quoted(option.description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function longOf({ long, flags }: Option): string {
  return long ?? flags;
}

function takesValue({ required, optional }: Option): boolean {
  return required || optional;
}

function unique<T>(values: readonly T[], keyOf: (value: T) => unknown): T[] {
  return [...new Map(values.map((value) => [keyOf(value), value])).values()];
}

/** In single quotes. A quote inside ends them, is escaped, and begins them again, which works in all three shells. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
