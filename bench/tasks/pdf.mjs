// Processor time and memory of reading PDF, and of pypdfium2.
//
// PDF: processor time and memory of the command `text`, with the processes that extract, and of our reader alone, beside pypdfium2, which
// reads the same files. Between them: what the WebAssembly build of PDFium takes by itself, which is the least that our reader can take.
// Everything counts from the start of a program to its end, with all processes that it starts.
//   npm run bench -- pdf           files of ../shared/data/files, or of the folder NEARDUP_PDF_FILES names
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA } from '../data/labelled.mjs';
import { leastOf, runMeasured } from '../data/measured.mjs';
import { PEERS_FOLDER } from '../data/peers.mjs';

const ROUNDS = 3;
const SELF = fileURLToPath(import.meta.url);
const PYTHON = join(PEERS_FOLDER, 'python/bin/python');
const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
const PEER = fileURLToPath(new URL('../peers/run_pypdfium2.py', import.meta.url));

/** Programs that read files and print one JSON object last; the bare ones read nothing. */
const PROGRAMS = {
  'neardup text': (files) => [process.execPath, [MAIN, 'text', ...files, '--json']],
  'our reader, in one process': (files) => [process.execPath, [SELF, 'reader', ...files]],
  'PDFium in WebAssembly': (files) => [process.execPath, [SELF, 'pdfium', ...files]],
  'bare Node': () => [process.execPath, ['-e', '0']],
  pypdfium2: (files) => [PYTHON, [PEER, ...files]],
  'bare Python': () => [PYTHON, ['-c', '0']],
};

export async function run(print, { quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-pdf-'));
  try {
    const files = pdfFiles(folder).slice(0, quick ? 5 : undefined);
    if (files.length === 0) return;
    const least = {};
    for (const [name, command] of Object.entries(PROGRAMS))
      least[name] = await leastOf(quick ? 1 : ROUNDS, () => attempt(...command(files)));
    const { pypdfium2: peer, 'bare Python': python, 'bare Node': node } = least;
    const above = (name) => least[name].megabytes - (name === 'pypdfium2' ? python : node).megabytes;
    for (const name of Object.keys(PROGRAMS).filter((name) => !name.startsWith('bare'))) {
      if (!isThere(least[name])) continue;
      print({
        ...{ case: `${name}, ${files.length} files`, value: least[name].cpu, unit: 's of CPU' },
        ...{ MB: least[name].megabytes, 'MB above the bare runtime': above(name) },
        ...(isThere(peer) && {
          'times its CPU': least[name].cpu / peer.cpu,
          'times its memory': above(name) / above('pypdfium2'),
        }),
      });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function pdfFiles(folder) {
  let from = process.env.NEARDUP_PDF_FILES;
  if (from === undefined) {
    if (DATA === undefined || !existsSync(`${DATA}/files/files.tar.gz`)) {
      console.error('pdf: skipped, there is no ../shared/data/files, and NEARDUP_PDF_FILES names no folder.');
      return [];
    }
    execFileSync('tar', ['xzf', `${DATA}/files/files.tar.gz`, '-C', folder]);
    from = join(folder, 'files/same-text');
  }
  const names = readdirSync(from).filter((name) => name.endsWith('.pdf'));
  return names.sort().map((name) => join(from, name));
}

async function attempt(program, args) {
  if (!existsSync(program)) {
    console.error(`bench: ${program} is left out (.ci/install-peers installs it)`);
    return { cpu: Number.NaN };
  }
  const run = await runMeasured(program, args);
  if (run.code !== 0) throw new Error(`${program} ${args[0]} ended with ${run.code}: ${run.stderr}`);
  return run;
}

const isThere = ({ cpu }) => !Number.isNaN(cpu);

/** In a process of its own: reads files and tells how much text they have. */
async function read(kind, files) {
  let characters = 0;
  if (kind === 'reader') {
    const { pdf } = await import('../../dist/read/extract/pdf.js');
    const options = { documentMemory: 2 ** 30, maxDocument: 100 * 2 ** 20 };
    for (const file of files) {
      for await (const items of pdf({ bytes: readFileSync(file) }, options)) {
        for (const { text = '' } of items) characters += text.length;
      }
    }
  } else {
    const { withPdfium } = await import('../../dist/read/extract/pdf/pdfium.js');
    for (const file of files)
      characters += await withPdfium(2 ** 30, (pdfium) => countCharacters(pdfium, file));
  }
  console.log(JSON.stringify({ characters }));
}

/** Loads the text of all pages, and takes none of it. */
function countCharacters(pdfium, file) {
  const bytes = readFileSync(file);
  const address = pdfium.malloc(bytes.length + 1);
  new Uint8Array(pdfium.memory.buffer).set(bytes, address);
  const document = pdfium.FPDF_LoadMemDocument(address, bytes.length, 0);
  let characters = 0;
  for (let i = 0; i < pdfium.FPDF_GetPageCount(document); i++) {
    const page = pdfium.FPDF_LoadPage(document, i);
    const text = pdfium.FPDFText_LoadPage(page);
    characters += pdfium.FPDFText_CountChars(text);
    pdfium.FPDFText_ClosePage(text);
    pdfium.FPDF_ClosePage(page);
  }
  pdfium.FPDF_CloseDocument(document);
  pdfium.free(address);
  return characters;
}

if (process.argv[1] === SELF) await read(process.argv[2], process.argv.slice(3));
