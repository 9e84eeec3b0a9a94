/** Examples at the end of a command's help. */
export function examplesText(examples: readonly (readonly [command: string, meaning: string])[]): string {
  return `\nExamples:\n${examples.map(([command, meaning]) => `  ${command}\n      ${meaning}`).join('\n')}`;
}
