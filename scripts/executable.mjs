// Makes one file that runs without anything installed: a Node with the program in it, by Node's support for single executables.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { copyProgram } from './program-files.mjs';

const MAIN = fileURLToPath(new URL('executable-main.cjs', import.meta.url));
/** Where Node looks for the program: a constant of Node's. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const POSTJECT = 'postject@1.0.0-alpha.6';
/** Starts a script of the program, whatever kind of module it is. */
const START = `exports.start = (main) =>
  main.endsWith('.cjs') ? require(main) : import(require('node:url').pathToFileURL(main).href);
`;

/** @param node The Node to put it into. @param work An empty folder. @param out The executable. */
export function makeExecutable({ node, work, out }) {
  const program = join(work, 'program');
  mkdirSync(program, { recursive: true });
  copyProgram(program);
  writeFileSync(join(program, 'start.cjs'), START);
  const packed = pack(program);
  const asset = join(work, 'program.gz');
  const hash = join(work, 'hash');
  writeFileSync(asset, packed);
  writeFileSync(hash, createHash('sha256').update(packed).digest('hex').slice(0, 16));
  const config = join(work, 'sea.json');
  const blob = join(work, 'program.blob');
  const assets = { program: asset, hash };
  writeFileSync(
    config,
    JSON.stringify({ main: MAIN, output: blob, disableExperimentalSEAWarning: true, assets }),
  );
  run(node, ['--experimental-sea-config', config]);
  copyFileSync(node, out);
  chmodSync(out, 0o755);
  // symbols for debuggers: a seventh of the file
  try {
    run('strip', [out]);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  run('npm', [
    'exec',
    '--yes',
    `--package=${POSTJECT}`,
    '--',
    'postject',
    out,
    'NODE_SEA_BLOB',
    blob,
    '--sentinel-fuse',
    FUSE,
  ]);
}

/** The files of a folder as `executable-main.cjs` unpacks them. */
function pack(folder) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
    .map((path) => [path, readFileSync(join(folder, path))]);
  const list = Buffer.from(JSON.stringify(files.map(([path, bytes]) => [path, bytes.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(list.length);
  return gzipSync(Buffer.concat([length, list, ...files.map(([, bytes]) => bytes)]), { level: 9 });
}

function run(command, args) {
  execFileSync(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
}
