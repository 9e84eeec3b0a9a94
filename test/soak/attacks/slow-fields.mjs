// Fields, texts and archives that once took quadratic time, or inflated without a bound. Processor time of twice as much input tells.
import { closeSync, createReadStream, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { strToU8, zipSync } from 'fflate';

/** How much more processor time twice the input may take, above what a start takes. Linear is 2, quadratic 4. */
const MOST_GROWTH = 3;
const START = 0.5;
const LIMIT = 300;

/** A field in a document of a file, with a length, and the flags that make the command look at it. */
const FIELDS = {
  'digits in CSV': [(n) => ({ x: `+${'0'.repeat(n)}x` }), (folder) => ['-o', join(folder, 'out.csv')]],
  'digits to keep by': [(n) => ({ x: `${'7'.repeat(n)}x` }), () => ['--keep', 'max:x']],
  'date and spaces': [(n) => ({ x: `5 Jul 2002${' '.repeat(n)}x` }), () => ['--keep', 'max:x']],
};

export async function slowFields({ folder, neardup }) {
  const told = [];
  let held = true;
  for (const [name, [field, flags]] of Object.entries(FIELDS)) {
    const seconds = [];
    for (const n of [20_000, 40_000]) {
      const file = join(folder, 'in.jsonl');
      writeFileSync(file, `${JSON.stringify({ id: 'a', text: 'One text.', ...field(n) })}\n`);
      seconds.push(await cpuOf(neardup, ['dedup', file, ...flags(folder)]));
    }
    const [once, twice] = seconds.map((each) => Math.max(0, each - START));
    if (twice > 1 && twice > MOST_GROWTH * once) held = false;
    told.push(`${name} ${seconds.map((each) => each.toFixed(1)).join(', ')}`);
  }
  return { held, answer: `CPU s: ${told.join('; ')}` };
}

/** 300 members of 5 MB in 1.5 MB: none is suspicious alone. */
export async function manyMembers({ folder, neardup }) {
  const member = new Uint8Array(5 << 20).fill(0x61);
  const file = join(folder, 'many.zip');
  const names = Array.from({ length: 300 }, (_, i) => `${i}.txt`);
  writeFileSync(file, zipSync(Object.fromEntries(names.map((name) => [name, member]))));
  // its texts are more than a string of JavaScript can hold
  const out = openSync(join(folder, 'texts.jsonl'), 'w');
  const { stderr, killed } = await neardup(['text', file, '--json'], {
    limit: LIMIT,
    stdio: ['ignore', out, 'pipe'],
  });
  closeSync(out);
  let read = 0;
  for await (const line of createInterface({ input: createReadStream(join(folder, 'texts.jsonl')) }))
    if (line.includes('"text"')) read++;
  return {
    held: !killed && read < 150,
    answer: `${read} of 300 read; ${stderr.includes('zip bomb') ? 'a zip bomb' : 'no bomb'}`,
  };
}

/** Processor seconds of a run, as the system counted them when it ended. */
async function cpuOf(neardup, args) {
  let seconds = 0;
  const then = ({ pid }) => {
    const timer = setInterval(() => {
      try {
        const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1].split(' ');
        seconds = Math.max(seconds, (Number(fields[11]) + Number(fields[12])) / 100);
      } catch {
        clearInterval(timer);
      }
    }, 20);
    timer.unref();
  };
  await neardup(args, { limit: LIMIT, then });
  return seconds;
}

/** Bytes before a zip archive, whose files are stored as they are, do not make one document of its files. */
export async function prefixedZip({ folder, neardup }) {
  const text = (i) => strToU8(`%PDF-1.7 is how file ${i} begins, and it is no PDF`);
  const files = Object.fromEntries([0, 1, 2, 3].map((i) => [`${i}.txt`, [text(i), { level: 0 }]]));
  const read = [];
  for (const before of ['', '\ufeff', '\n'.repeat(10), 'x'.repeat(3000), 'MZ']) {
    const file = join(folder, `${read.length}.zip`);
    writeFileSync(file, Buffer.concat([Buffer.from(before), zipSync(files)]));
    const { stdout } = await neardup(['text', file, '--json']);
    read.push(stdout.split('\n').filter((line) => /\.zip\/\d\.txt/.test(line)).length);
  }
  return {
    held: read.every((count) => count === 4),
    answer: `${read.join(', ')} of 4 files are read by their names`,
  };
}
