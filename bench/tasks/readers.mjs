// Words of our texts and those of pandoc, LibreOffice, antiword, catdoc and poppler.
//
// Readers: the words of our text beside those of other programs, on the same files: pandoc, LibreOffice, antiword, catdoc and poppler, as far as
// they are installed (.ci/install-system-packages does not: they are large). The files are made of the project's own pages by pandoc and
// LibreOffice; NEARDUP_READER_FILES names a folder with others. F1 counts words of both texts, repetitions included.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { texts } from '../../dist/index.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const PAGES = [
  'docs/comparing.md',
  'docs/glossary.md',
  'docs/decisions.md',
  'docs/search.md',
  'docs/algorithms.md',
];

/** How another program reads a format: its text. */
const OTHERS = {
  pandoc: {
    formats: ['.docx', '.odt', '.rtf', '.epub', '.html'],
    read: (file) => output('pandoc', [file, '-t', 'plain', '--wrap=none']),
  },
  libreoffice: {
    formats: ['.doc', '.docx', '.odt', '.rtf'],
    read: (file, folder) => readFileSync(join(folder, convertedName(file)), 'utf8'),
  },
  antiword: { formats: ['.doc'], read: (file) => output('antiword', ['-w', '0', '-m', 'UTF-8.txt', file]) },
  catdoc: { formats: ['.doc'], read: (file) => output('catdoc', ['-w', '-d', 'utf-8', file]) },
  poppler: { formats: ['.pdf'], read: (file) => output('pdftotext', ['-enc', 'UTF-8', file, '-']) },
};

export async function run(print, { quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-readers-'));
  try {
    const own = process.env.NEARDUP_READER_FILES;
    const files = own === undefined ? makeFiles(folder, quick ? PAGES.slice(0, 1) : PAGES) : filesIn(own);
    if (files.length === 0) return console.error('readers: skipped, there is no pandoc to make files with.');
    convertAll(
      files.filter((file) => OTHERS.libreoffice.formats.includes(extname(file).toLowerCase())),
      folder,
    );
    const sums = new Map();
    for (const file of files) {
      const format = extname(file).toLowerCase();
      const found = await texts(file).toArray();
      const ours = wordsOf(found.map(({ text }) => text).join('\n'));
      for (const [name, other] of Object.entries(OTHERS)) {
        if (!other.formats.includes(format)) continue;
        const theirs = attempt(() => wordsOf(other.read(file, folder)));
        // a file that the other program cannot read says nothing
        if (theirs === undefined || theirs.length === 0) continue;
        const value = f1(ours, theirs);
        const key = `${format.slice(1)} against ${name}`;
        sums.set(key, [...(sums.get(key) ?? []), { value, file }]);
      }
    }
    if (sums.size === 0)
      console.error('readers: skipped, there is no pandoc, soffice, antiword, catdoc or pdftotext.');
    for (const [key, values] of [...sums].sort()) {
      const mean = values.reduce((sum, { value }) => sum + value, 0) / values.length;
      const least = values.reduce((worst, each) => (each.value < worst.value ? each : worst));
      print({
        case: `${key}, ${values.length} files, least ${least.value.toFixed(3)} (${basename(least.file)})`,
        value: mean,
        unit: 'F1',
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Files of every format: DOCX, ODT, RTF, EPUB and HTML by pandoc; PDF and DOC, and RTF and DOCX once more, by LibreOffice. */
function makeFiles(folder, pages) {
  const files = [];
  for (const page of pages) {
    const name = basename(page, '.md');
    for (const format of ['docx', 'odt', 'rtf', 'epub', 'html']) {
      const file = join(folder, `${name}.${format}`);
      if (attempt(() => output('pandoc', [join(ROOT, page), '-s', '-o', file])) !== undefined)
        files.push(file);
    }
  }
  // without a file to convert, soffice would wait for one
  if (files.length === 0) return [];
  const made = join(folder, 'made-by-libreoffice');
  mkdirSync(made);
  const sources = files.filter((file) => file.endsWith('.odt'));
  for (const format of ['pdf', 'doc', 'rtf', 'docx']) {
    attempt(() => convert(folder, format, made, sources));
  }
  return [...files, ...filesIn(made)];
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile())
    .sort();
}

function output(command, args) {
  return execFileSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** Texts by LibreOffice, which takes long to start: all files of a folder and format at once. */
function convertAll(files, folder) {
  for (const group of new Set(files.map(groupOf))) {
    const members = files.filter((file) => groupOf(file) === group);
    attempt(() => convert(folder, 'txt:Text', join(folder, group), members));
  }
}

/** LibreOffice with a profile of its own: another one that runs would take the files over. */
function convert(folder, format, to, files) {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  return output('soffice', [profile, '--headless', '--convert-to', format, '--outdir', to, ...files]);
}

const groupOf = (file) => `texts-${basename(dirname(file))}-${extname(file).slice(1)}`;
const convertedName = (file) => join(groupOf(file), `${basename(file, extname(file))}.txt`);

/** Undefined if the program is missing or fails. */
function attempt(step) {
  try {
    return step();
  } catch {
    return undefined;
  }
}

function wordsOf(text) {
  return (
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

function f1(ours, theirs) {
  const left = new Map();
  for (const word of theirs) left.set(word, (left.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of ours) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    common++;
    left.set(word, count - 1);
  }
  return common === 0 ? 0 : (2 * common) / (ours.length + theirs.length);
}
