/**
 * Loads the files of the command with the code that V8 compiled in an earlier run: compiling takes a third of the time of a short
 * command. The code is kept in the user's cache folder, a file for every command, and belongs to one build and one version of Node.
 * Without such a file, or if anything is wrong with it, the files are compiled, and the code is kept for the next run.
 */
import {
  closeSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Script } from 'node:vm';
import { crc32 } from 'node:zlib';

interface LoadedModule {
  readonly exports: unknown;
  readonly script: Script;
}

/** A folder of our own inside the cache folder. Files that this module did not write are left alone. */
const FOLDER = 'compiled-code';
/** The name of a folder in it: build, version of Node, architecture. */
const OF_BUILD = /^[0-9a-f]{16}-v\d+\.\d+\.\d+[\w.-]*-\w+$/;
/** The name of a file: the command, and while it is written a process. */
const OF_COMMAND = /^[a-z-]{1,20}(?:\.\d+)?$/;
/** Code that is older than this, and of another build, is deleted. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const GROUP_OR_OTHERS_WRITE = 0o022;
/** Names that a file of the command may use: those of a CommonJS module, and `importPackage`. */
const PARAMETERS = 'exports, require, module, __filename, __dirname, importPackage';
/** Node 20 cannot import from code that was kept, so files of the command import packages through this (`scripts/bundle-cli.mjs`). */
const importPackage = (name: string): Promise<unknown> => import(name);

export class CompiledModules {
  /** True if code was compiled that could be kept. */
  compiled = false;
  private readonly loaded = new Map<string, LoadedModule>();
  private readonly require: NodeJS.Require;
  private readonly file: string | undefined;
  private readonly code: ReadonlyMap<string, Buffer>;

  /**
   * @param command Part of the cache file's name: different commands need different code.
   * @param folder Of the modules.
   */
  constructor(
    command: string,
    private readonly folder = dirname(fileURLToPath(import.meta.url)),
  ) {
    this.require = createRequire(join(folder, 'main.cjs'));
    this.file = fileOf(folder, command);
    this.code = this.file === undefined ? new Map() : readCode(this.file);
  }

  /** Loads a module of the folder, and all that it requires there. */
  load(name: string): unknown {
    const known = this.loaded.get(name);
    if (known !== undefined) return known.exports;
    const filename = join(this.folder, name);
    const source = readFileSync(filename, 'utf8');
    const cachedData = this.code.get(name);
    const script = new Script(`(function (${PARAMETERS}) {${source}\n})`, { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected === true) this.compiled = true;
    const module = { exports: {}, script };
    this.loaded.set(name, module);
    const require = (id: string) => (id.startsWith('./') ? this.load(id.slice(2)) : this.require(id));
    const { exports } = module;
    script.runInThisContext().call(exports, exports, require, module, filename, this.folder, importPackage);
    return module.exports;
  }

  /** Saves the compiled code, including functions compiled while running. An unwritable folder is not the user's problem. */
  keep(): void {
    const { file, compiled, loaded } = this;
    if (file === undefined || !compiled) return;
    const code = [...loaded].map(([name, { script }]) => ({ name, bytes: script.createCachedData() }));
    const header = Buffer.from(JSON.stringify(code.map(({ name, bytes }) => [name, bytes.length])));
    const rest = Buffer.concat([Buffer.alloc(4), header, ...code.map(({ bytes }) => bytes)]);
    rest.writeUInt32LE(header.length);
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32LE(crc32(rest));
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      const temporary = `${file}.${process.pid}`;
      writeFileSync(temporary, Buffer.concat([checksum, rest]), { mode: 0o600, flag: 'wx' });
      renameSync(temporary, file);
      removeOld(dirname(file));
    } catch {}
  }
}

/** Where the code of a command is kept: nowhere if the folder names no build, or if the user does not want it. */
function fileOf(folder: string, command: string): string | undefined {
  if (process.env.NODE_DISABLE_COMPILE_CACHE !== undefined) return undefined;
  try {
    const build = readFileSync(join(folder, 'build.txt'), 'latin1');
    const caches = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
    return join(caches, 'neardup', FOLDER, `${build}-${process.version}-${process.arch}`, command);
  } catch {
    return undefined;
  }
}

/** The code of every module in a file: u32 checksum of all that follows, u32 length of the header, `[[name, bytes], …]`, the code. */
function readCode(file: string): Map<string, Buffer> {
  const code = new Map<string, Buffer>();
  let bytes: Buffer;
  try {
    bytes = readOwnFile(file);
  } catch {
    return code;
  }
  if (bytes.length < 8 || bytes.readUInt32LE(0) !== crc32(bytes.subarray(4))) return code;
  let at = 8 + bytes.readUInt32LE(4);
  for (const [name, length] of JSON.parse(bytes.toString('utf8', 8, at)) as [string, number][]) {
    code.set(name, bytes.subarray(at, at + length));
    at += length;
  }
  return code;
}

/** Code is run, so it must be the user's own, and no other user may write to it. */
function readOwnFile(path: string): Buffer {
  const file = openSync(path, 'r');
  try {
    const { uid, mode } = fstatSync(file);
    const isOwn = process.geteuid === undefined || uid === process.geteuid();
    if (!isOwn || (process.geteuid !== undefined && (mode & GROUP_OR_OTHERS_WRITE) !== 0))
      return Buffer.alloc(0);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** Deletes the files that other builds kept, and their folders. Links are not followed. */
function removeOld(current: string): void {
  const all = dirname(current);
  if (!lstatSync(all).isDirectory()) return;
  for (const entry of readdirSync(all, { withFileTypes: true })) {
    const folder = join(all, entry.name);
    if (!entry.isDirectory() || !OF_BUILD.test(entry.name) || folder === current) continue;
    if (Date.now() - lstatSync(folder).mtimeMs <= KEPT_MS) continue;
    for (const file of readdirSync(folder, { withFileTypes: true }))
      if (file.isFile() && OF_COMMAND.test(file.name)) rmSync(join(folder, file.name));
    // it stays if there is anything else in it
    if (readdirSync(folder).length === 0) rmdirSync(folder);
  }
}
