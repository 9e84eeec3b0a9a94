/** Findings as commands of GitHub's runners, which show them beside the lines of a pull request. */
import type { Finding } from './finding.ts';

export function githubLine({ rule, a: { id, lines }, message }: Finding): string {
  const title = rule === 'near-duplicate' ? 'Near-duplicate' : 'Repeated passage';
  const properties = { file: id, line: lines?.line, endLine: lines?.endLine, col: lines?.column, title };
  const given = Object.entries(properties).filter(([, value]) => value !== undefined);
  return `::warning ${given.map(([name, value]) => `${name}=${escapedProperty(String(value))}`).join(',')}::${escaped(message)}`;
}

function escaped(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
