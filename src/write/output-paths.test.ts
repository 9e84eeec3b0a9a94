import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOutput, isFolderOutput } from './output-paths.ts';

let root: string;
let input: string;
const at = (...parts: string[]) => join(root, ...parts);

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'neardup-paths-')));
  mkdirSync(at('docs', 'deep'), { recursive: true });
  mkdirSync(at('other'));
  input = at('docs', 'a.jsonl');
  writeFileSync(input, '{}');
  writeFileSync(at('docs', 'deep', 'b.txt'), 'b');
  symlinkSync(input, at('symbolic.jsonl'));
  symlinkSync(at('docs'), at('linked-docs'));
  linkSync(input, at('hard.jsonl'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const refused = (output: string, inputs: string[]) =>
  expect(() => checkOutput(output, inputs)).toThrow(
    expect.objectContaining({ code: 'OUTPUT_IS_INPUT', message: expect.stringContaining(output) }),
  );
const allowed = (output: string, inputs: string[]) => expect(() => checkOutput(output, inputs)).not.toThrow();

describe('an output file', () => {
  it('an output file may not be an input, however the path is spelled', () => {
    refused(input, [input]);
    refused(input, [at('x.jsonl'), `${root}/docs/./deep/../a.jsonl`]);
    refused(relative(process.cwd(), input), [input]);
    refused(`./${relative(process.cwd(), input)}`, [input]);
  });

  it('an output file may not be an input through a symbolic link, a linked folder or a hard link', () => {
    refused(at('symbolic.jsonl'), [input]);
    refused(input, [at('symbolic.jsonl')]);
    refused(at('linked-docs', 'a.jsonl'), [input]);
    refused(at('hard.jsonl'), [input]);
  });

  it('an output file may not replace a file in a folder that is read', () => {
    refused(at('docs', 'deep', 'b.txt'), [at('docs')]);
    refused(at('linked-docs', 'a.jsonl'), [at('docs')]);
  });

  it('an output file may be new in a folder that is read, and anywhere else', () => {
    allowed(at('docs', 'clean.jsonl'), [at('docs')]);
    allowed(at('clean.jsonl'), [at('docs'), input, '-', at('docs', '*.txt')]);
    allowed(at('docs-clean.jsonl'), [at('docs')]);
    allowed(at('docs', 'a.jsonl', 'below-a-file'), [at('other')]);
  });
});

describe('an output folder', () => {
  it('an output folder may not be, hold or lie in a folder that is read', () => {
    refused(at('docs'), [at('docs')]);
    refused(at('linked-docs/'), [at('docs')]);
    refused(`${root}/`, [at('docs')]);
    refused(`${at('docs', 'clean')}/`, [at('docs')]);
    refused(`${at('linked-docs', 'clean')}/`, [at('docs')]);
  });

  it('an output folder may not hold a file that is read', () => {
    refused(at('docs'), [input]);
  });

  it('an output folder may be beside the inputs', () => {
    allowed(at('other'), [at('docs'), input]);
    allowed(`${at('docs-clean')}/`, [at('docs')]);
    allowed(`${at('..docs')}/`, [at('docs')]);
  });

  it('an output folder is meant by a slash at the end, or by a folder that exists', () => {
    expect(isFolderOutput(at('docs'))).toBe(true);
    expect(isFolderOutput(`${at('new')}/`)).toBe(true);
    expect(isFolderOutput(at('new'))).toBe(false);
    expect(isFolderOutput(input)).toBe(false);
  });
});
