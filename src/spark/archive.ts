/** `neardup spark-archive`: Node and neardup in one file for executors, and the job for `spark-submit` beside it. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { NeardupError, systemReason } from '../errors.ts';
import { packageFile } from './statements.ts';

const start = (command: string) => `#!/bin/sh
here=$(dirname "$0")
exec "$here/node" "$here/node_modules/neardup/${command}" "$@"
`;

/** Writes the archive and returns the files written: the archive, the job and its statements. */
export function writeSparkArchive(file: string): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'neardup-archive-'));
  try {
    symlinkSync(process.execPath, join(folder, 'node'));
    const { bin } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'));
    writeFileSync(join(folder, 'neardup'), start(bin.neardup), { mode: 0o755 });
    const own = join(folder, 'node_modules', 'neardup');
    mkdirSync(own, { recursive: true });
    for (const part of ['package.json', 'dist']) symlinkSync(packageFile(part), join(own, part));
    for (const [name, path] of dependencies(packageFile('package.json'))) {
      const link = join(folder, 'node_modules', name);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(path, link);
    }
    // links become their targets
    execFileSync('tar', ['-chzf', file, '-C', folder, 'node', 'neardup', 'node_modules'], { stdio: 'pipe' });
    const job = ['neardup_spark.py', 'dedup.sql'].map((name) => {
      copyFileSync(packageFile('src', 'spark', name), join(dirname(file), name));
      return join(dirname(file), name);
    });
    return [file, ...job];
  } catch (cause) {
    throw new NeardupError('WRITE_FAILED', `${file}: ${systemReason(cause)}.`, { cause });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The packages that a package needs, and those that they need, with their folders. */
function dependencies(file: string, found = new Map<string, string>()): Map<string, string> {
  const { dependencies: needed = {} } = JSON.parse(readFileSync(file, 'utf8'));
  for (const name of Object.keys(needed)) {
    if (found.has(name)) continue;
    const places = createRequire(file).resolve.paths(name) ?? [];
    for (const place of places) {
      const path = join(place, name);
      try {
        readFileSync(join(path, 'package.json'));
      } catch {
        continue;
      }
      found.set(name, path);
      dependencies(join(path, 'package.json'), found);
      break;
    }
  }
  return found;
}
