// PDF: processor time and memory of our reader beside pypdfium2, each in a process of its own, which reads the same files. Between them:
// what the WebAssembly build of PDFium takes by itself, which is the least that our reader can take.
//   npm run bench -- pdf           files of ../shared/data/files, or of the folder NEARDUP_PDF_FILES names
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DATA } from '../data/labelled.mjs';
import { PEERS_FOLDER } from '../data/peers.mjs';

const ROUNDS = 3;
const SELF = fileURLToPath(import.meta.url);
const PYTHON = join(PEERS_FOLDER, 'python/bin/python');
const PEER = fileURLToPath(new URL('../peers/run_pypdfium2.py', import.meta.url));

/** What a process of each kind runs; the bare ones read nothing. */
const COMMANDS = {
  'our reader': (files) => [process.execPath, [SELF, 'reader', ...files]],
  'PDFium in WebAssembly': (files) => [process.execPath, [SELF, 'pdfium', ...files]],
  'bare Node': () => [process.execPath, [SELF, 'reader']],
  pypdfium2: (files) => [PYTHON, [PEER, ...files]],
  'bare Python': () => [
    PYTHON,
    [
      '-c',
      'import resource, json; print(json.dumps({"characters": 0, "cpu": 0, "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))',
    ],
  ],
};

export async function run(print, { quick }) {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-pdf-'));
  try {
    const files = pdfFiles(folder).slice(0, quick ? 5 : undefined);
    if (files.length === 0) return;
    const least = {};
    for (let round = 0; round < (quick ? 1 : ROUNDS); round++) {
      for (const [name, command] of Object.entries(COMMANDS)) {
        const told = attempt(...command(files));
        if (told !== undefined && !(told.cpu >= least[name]?.cpu)) least[name] = told;
      }
    }
    const { pypdfium2: peer, 'bare Python': python, 'bare Node': node } = least;
    for (const name of ['our reader', 'PDFium in WebAssembly', 'pypdfium2']) {
      if (least[name] === undefined) continue;
      const { characters, cpu, megabytes } = least[name];
      const above = megabytes - (name === 'pypdfium2' ? python : node).megabytes;
      print({
        ...{ case: `${name}, ${files.length} files`, value: cpu, unit: 's of CPU', characters },
        ...{ 'MB above the bare runtime': above },
        ...(peer !== undefined && {
          'times its CPU': cpu / peer.cpu,
          'times its memory': above / (peer.megabytes - python.megabytes),
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

function attempt(command, args) {
  try {
    return JSON.parse(execFileSync(command, args, { stdio: ['ignore', 'pipe', 'ignore'] }).toString());
  } catch {
    console.error(`bench: ${command} is left out (scripts/install-peers installs it)`);
    return undefined;
  }
}

/** In a process of its own: reads files and tells what that took. */
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
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
  console.log(
    JSON.stringify({ characters, cpu: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1024 }),
  );
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
