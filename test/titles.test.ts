/** The titles of all tests, read from their sources: each is a whole sentence that can be understood alone. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { globSync } from 'tinyglobby';
import ts from 'typescript';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Words that go on with a sentence: it began in the name of the group. */
const GOES_ON = new RegExp(
  `^(?:${[
    'am|is|are|was|were|be|has|have|had|do|does|did|can|cannot|may|might|must|shall|should|will|would',
    'that|which|who|whose|whom|and|or|but|nor|than|also|of|by|to|from|with|without|never|not',
    'add|agree|answer|appear|ask|become|begin|belong|bring|come|compare|count|end|exist|expire|fall|fill|find|fold|follow',
    'get|give|go|grow|hold|join|keep|leave|lose|make|meet|need|rank|read|reach|refuse|say|show|stand|stay|take|tell',
  ].join('|')})\\b[^-'’]`,
);

/** The titles in a file with their lines. Those that are made when the tests run are left out. */
function titlesIn(file: string, code = readFileSync(join(ROOT, file), 'utf8')) {
  const source = ts.createSourceFile(file, code, ts.ScriptTarget.Latest);
  const titles: { place: string; title: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments.length > 1 && isTest(node.expression)) {
      const [title] = node.arguments;
      const line = source.getLineAndCharacterOfPosition(title.getStart(source)).line + 1;
      if (ts.isStringLiteralLike(title)) titles.push({ place: `${file}:${line}`, title: title.text });
      else if (ts.isTemplateExpression(title))
        titles.push({ place: `${file}:${line}`, title: title.getText(source).slice(1, -1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return titles;
}

/** `test`, `it`, and what they become: `test.skipIf(…).each(…)`. */
function isTest(called: ts.Expression): boolean {
  if (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called)) return isTest(called.expression);
  return ts.isIdentifier(called) && (called.text === 'test' || called.text === 'it');
}

const goesOn = ({ title }: { title: string }) => GOES_ON.test(title);

test('no title of a test is the second half of a sentence', () => {
  const files = globSync(['{src,test,hardware}/**/*.{test,cases}.ts'], { cwd: ROOT }).sort();
  const titles = files.flatMap((file) => titlesIn(file));
  expect(titles.length).toBeGreaterThan(1000);
  expect(titles.filter(goesOn).map(({ place, title }) => `${place} ${title}`)).toEqual([]);
});

test('a title that begins as the second half of a sentence is noticed, however its test is called', () => {
  const code = [
    "test('that are not there are an error', () => {});",
    "test.skipIf(true).each([1])('is %s', () => {});",
    "describe('watches', () => it(`keep events`, () => {}));",
    "test('keep-alive ends with the service', () => {});",
    "test('a watch keeps its events', () => {});",
  ];
  const found = titlesIn('planted.test.ts', code.join('\n')).filter(goesOn);
  expect(found.map(({ place }) => place)).toEqual([1, 2, 3].map((line) => `planted.test.ts:${line}`));
});
