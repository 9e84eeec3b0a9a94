/** Examples at the end of a command's help. */
import { wrapped } from './narrow-help.ts';

export function examplesText(examples: readonly (readonly [command: string, meaning: string])[]): string {
  const lines = examples.map(([command, meaning]) => `${wrapped(command, 2, ' \\')}\n${wrapped(meaning, 6)}`);
  return `\nExamples:\n${lines.join('\n')}`;
}
