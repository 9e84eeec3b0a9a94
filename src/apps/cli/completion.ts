/** Shell completion, made from the program itself: every command, its options, and the words that may follow it. */
import type { Command, Option } from 'commander';

export type Shell = 'bash' | 'zsh' | 'fish';

/** The words that can follow the name of a command. */
interface Completed {
  /** The words that name it: `collection watch add`; none for the program itself. */
  readonly name: string;
  readonly summary: string;
  readonly options: readonly Option[];
  /** The words of which the first argument is one; without them it is a file. */
  readonly words: readonly string[];
}

/** A script that a shell reads at its start (`neardup help completion` says how). */
export function completion(shell: Shell, program: Command): string {
  // hidden commands are for programs
  const shown = program
    .createHelp()
    .visibleCommands(program)
    .filter((command) => command.name() !== 'help');
  const names = shown.map((command) => command.name());
  const help = { name: 'help', summary: 'explain a command', options: [], words: names };
  const commands = [...shown.flatMap((command) => completed(command)), help];
  const own = program.createHelp().visibleOptions(program);
  const all = [{ name: '', summary: '', options: own, words: [...names, 'help'] }, ...commands];
  if (shell === 'fish') return fish(all);
  return shell === 'zsh' ? zsh(all) : bash(all);
}

/** A command and its commands. @param before The words before its name. */
function completed(command: Command, before = ''): Completed[] {
  const name = `${before}${command.name()}`;
  const help = command.createHelp().visibleOptions(command).slice(-1);
  return [
    {
      name,
      summary: command.summary() || command.description(),
      options: unique([...command.options, ...help], ({ long }) => long),
      words: command.registeredArguments[0]?.argChoices ?? command.commands.map((part) => part.name()),
    },
    ...command.commands.flatMap((part) => completed(part, `${name} `)),
  ];
}

/** File names are left to readline, which knows what to do with spaces. */
function bash(commands: readonly Completed[]): string {
  const cases = commands.map(
    ({ name, options, words }) =>
      `    '${name}') flags="${options.map(longOf).join(' ')}" words="${words.join(' ')}" ;;`,
  );
  const values = commands.flatMap(({ name, options }) =>
    options
      .filter(({ argChoices }) => argChoices !== undefined)
      .map((option) => `    '${name} ${longOf(option)}') words="${option.argChoices!.join(' ')}" ;;`),
  );
  return `_neardup() {
  local word=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD - 1]} flags="" words="" name="" at=1 longer
  COMPREPLY=()
  while [ "$at" -lt "$COMP_CWORD" ]; do
    longer="\${name:+$name }\${COMP_WORDS[at]}"
    case $longer in
      ${namesOf(commands).map(quoted).join('|')}) name=$longer; at=$((at + 1)) ;;
      *) break ;;
    esac
  done
  case $name in
${cases.join('\n')}
  esac
  [ "$COMP_CWORD" -eq "$at" ] || words=""
  case "$name $before" in
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
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]));
  const cases = commands.map(({ name, options, words }) => {
    const specs = options.flatMap(zshSpecs).map((spec) => `        ${quoted(spec)} \\\n`);
    const described = words.map((word) => {
      const summary = summaries.get(`${name} ${word}`.trim()) ?? '';
      return `${word}\\:${quoted(summary.replaceAll(/[():\\]/g, ' '))}`;
    });
    const first = words.length === 0 ? '' : `        ${quoted(`1:word:((${described.join(' ')}))`)} \\\n`;
    return `    ${quoted(name)})\n      _arguments \\\n${specs.join('')}${first}        '*:file:_files' ;;`;
  });
  return `#compdef neardup
_neardup() {
  local name='' longer
  local -i at=2
  while (( at < CURRENT )); do
    longer="\${name:+$name }$words[at]"
    case $longer in
      (${namesOf(commands).map(quoted).join('|')}) name=$longer; (( at++ )) ;;
      (*) break ;;
    esac
  done
  words=("\${(@)words[at-1,-1]}")
  (( CURRENT -= at - 2 ))
  case $name in
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
  const summaries = new Map(commands.map(({ name, summary }) => [name, summary]));
  const lines = [
    'function __neardup_at',
    '  set -l name',
    '  set -l rest 0',
    '  for word in (commandline -opc)[2..-1]',
    `    if test $rest -eq 0; and contains -- (string join ' ' $name $word) ${namesOf(commands).map(quoted).join(' ')}`,
    '      set -a name $word',
    '    else',
    '      set rest (math $rest + 1)',
    '    end',
    '  end',
    "  set -l joined (string join ' ' -- $name)",
    '  test "$joined" = "$argv[1]"; and begin; test (count $argv) -eq 1; or test $rest -eq 0; end',
    'end',
    `complete -c neardup -n ${quoted("__neardup_at '' first")} -f`,
  ];
  for (const { name, options, words } of commands) {
    for (const word of words) {
      const summary = summaries.get(`${name} ${word}`.trim()) ?? '';
      const isFirst = quoted(`__neardup_at '${name}' first`);
      lines.push(`complete -c neardup -n ${isFirst} -f -a ${word} -d ${quoted(summary)}`);
    }
    for (const option of options) {
      const choices = option.argChoices === undefined ? '' : ` -x -a ${quoted(option.argChoices.join(' '))}`;
      const value = takesValue(option) ? choices || ' -r' : '';
      const short = option.short === undefined ? '' : ` -s ${option.short.slice(1)}`;
      lines.push(
        `complete -c neardup -n ${quoted(`__neardup_at '${name}'`)}${short} -l ${longOf(option).slice(2)}${value} -d ${quoted(option.description)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The names of all commands. */
function namesOf(commands: readonly Completed[]): string[] {
  return commands.map(({ name }) => name).filter((name) => name !== '');
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
