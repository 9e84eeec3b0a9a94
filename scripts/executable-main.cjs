// The main script of the executable (scripts/executable.mjs). Its program is an asset: files that are unpacked once, into the user's cache folder,
// because workers, processes and WebAssembly are started from files. After that a start costs a look at the folder.
const { createHash, randomUUID } = require('node:crypto');
const fs = require('node:fs');
const { createRequire } = require('node:module');
const { homedir } = require('node:os');
const { dirname, join, resolve, sep } = require('node:path');
const { getAsset } = require('node:sea');
const { gunzipSync } = require('node:zlib');

const folder = programFolder();
// the processes that extract are this file again, with an option of Node's (which it has in NODE_OPTIONS, too) and a script
const [option = '', script = ''] = process.argv.slice(2);
const isOwn = option.startsWith('--max-old-space-size=') && resolve(script).startsWith(folder + sep);
const main = isOwn ? resolve(script) : join(folder, 'dist/apps/cli/main.cjs');
process.argv = [process.execPath, main, ...process.argv.slice(isOwn ? 4 : 2)];
createRequire(main)(join(folder, 'start.cjs')).start(main);

/** The folder of the program, unpacked if it is not there. Its name is that of its content. */
function programFolder() {
  const name = getAsset('hash', 'utf8');
  const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'neardup');
  const place = join(cache, `program-${name}`);
  if (fs.existsSync(place)) return place;
  const made = join(cache, `.program-${randomUUID()}`);
  try {
    fs.mkdirSync(made, { recursive: true, mode: 0o700 });
    unpack(made, name);
    fs.renameSync(made, place);
  } catch (error) {
    fs.rmSync(made, { recursive: true, force: true });
    // another start may have been first
    if (fs.existsSync(place)) return place;
    process.stderr.write(
      `neardup: Expected to unpack the program into ${cache}, but: ${error.message}.\n  Set XDG_CACHE_HOME to a folder that can be written to.\n`,
    );
    process.exit(2);
  }
  return place;
}

/** Files one after the other: the length of the list in 4 bytes, the list of names and sizes as JSON, the contents. */
function unpack(folder, name) {
  const packed = Buffer.from(getAsset('program'));
  if (createHash('sha256').update(packed).digest('hex').slice(0, 16) !== name)
    throw new Error('the executable is damaged');
  const bytes = gunzipSync(packed);
  const length = bytes.readUInt32LE(0);
  let at = 4 + length;
  for (const [path, size] of JSON.parse(bytes.toString('utf8', 4, at))) {
    fs.mkdirSync(dirname(join(folder, path)), { recursive: true });
    fs.writeFileSync(join(folder, path), bytes.subarray(at, at + size));
    at += size;
  }
}
