/** Findings as SARIF 2.1.0, which code hosts and editors show beside the lines. */
import { existsSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Finding, FoundPlace } from './finding.ts';

const RULES = [
  {
    id: 'near-duplicate',
    shortDescription: { text: 'Two documents are near-duplicates' },
    help: { text: 'Keep one of the two, or let one refer to the other.' },
  },
  {
    id: 'shared-passage',
    shortDescription: { text: 'Two documents share a passage' },
    help: { text: 'Say it once, and refer to it from the other place.' },
  },
] as const;

/** What `sarif` makes begins like this. */
export const SARIF_START = /^\{\s*"\$schema":\s*"[^"]*sarif/;

export function sarif(findings: readonly Finding[], version: string): object {
  const driver = { name: 'neardup', version, rules: RULES };
  const results = findings.map(({ rule, a, b, message, key }) => ({
    ruleId: rule,
    level: 'warning',
    message: { text: message },
    locations: [location(a)],
    relatedLocations: [{ id: 1, message: { text: 'The same words' }, ...location(b) }],
    partialFingerprints: { 'neardup/v1': key },
  }));
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}

/** A document that is no file of its own has only a name. */
function location({ id, lines }: FoundPlace): object {
  if (!existsSync(id)) return { logicalLocations: [{ fullyQualifiedName: id }] };
  const region = lines && {
    startLine: lines.line,
    endLine: lines.endLine,
    ...(lines.column !== undefined && { startColumn: lines.column }),
  };
  return { physicalLocation: { artifactLocation: { uri: uriOf(id) }, ...(region && { region }) } };
}

/** Relative to the working folder, if the file is below it. */
function uriOf(path: string): string {
  const below = relative('.', path);
  if (below.startsWith('..') || isAbsolute(below)) return pathToFileURL(path).href;
  return below.split(sep).map(encodeURIComponent).join('/');
}
