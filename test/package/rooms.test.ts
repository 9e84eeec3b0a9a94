/** Rooms of the library in browsers, and what each exports. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { exports } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
const ROOMS = Object.keys(exports).filter((name) => exports[name].browser !== undefined);

test.each(ROOMS)('%s is bundled for browsers without a setting', async (room) => {
  const { errors, outputFiles } = await build({
    stdin: { contents: `export * from 'neardup${room.slice(1)}'`, resolveDir: root },
    ...{ bundle: true, platform: 'browser', format: 'esm', splitting: true, outdir: 'out', write: false },
    logLevel: 'silent',
  });
  expect(errors).toEqual([]);
  expect(outputFiles.some(({ text }) => /from\s*"node:/.test(text))).toBe(false);
});

test.each(ROOMS.filter((room) => room !== '.'))(
  '%s has the same names in Node and in browsers',
  async (room) => {
    const namesOf = async (path: string) => Object.keys(await import(`${root}${path}`)).sort();
    expect(await namesOf(exports[room].browser)).toEqual(await namesOf(exports[room].default));
  },
);

test('rooms export what programs use, and nothing that only other rooms need', async () => {
  const names: string[] = [];
  for (const room of ROOMS.slice(1))
    names.push(...Object.keys(await import(`${root}${exports[room].default}`)));
  expect(names.filter((name) => /_RULES$|Job$|_SHIFT$|_BYTES$/.test(name))).toEqual([]);
  expect(names).toEqual(
    expect.arrayContaining(['PermutedTables', 'imageOf', 'compareAll', 'newSignatureIndex', 'openEngine']),
  );
});
