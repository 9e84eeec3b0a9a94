// Makes the tables that canonicalization needs and saves them beside the code, so that no run has to make them. After tsc.
import { rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const path = (name) => fileURLToPath(new URL(`../dist/${name}.table`, import.meta.url));

// those of an older build must not have a say in these
for (const name of ['letters', 'regional-words']) rmSync(path(name), { force: true });
const { makeLetterTable } = await import('../dist/canonicalize/letter-table.js');
const { makeRegionalTable } = await import('../dist/canonicalize/regional-words.js');
const { packTable } = await import('../dist/platform/own-files.js');
const tables = { letters: makeLetterTable(), 'regional-words': makeRegionalTable() };
for (const [name, table] of Object.entries(tables)) writeFileSync(path(name), packTable(table));
