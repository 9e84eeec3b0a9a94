/** Runs the built command as a user would, in a process of its own. */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

export const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Finished {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Starts the command and waits for its end; `input` goes to its standard input. */
export async function neardup(
  args: readonly string[],
  options: SpawnOptions & { input?: string | Uint8Array } = {},
): Promise<Finished> {
  const { child, finished } = start(args, options);
  child.stdin?.on('error', () => {});
  child.stdin?.end(options.input);
  return finished;
}

export function start(
  args: readonly string[],
  options: SpawnOptions = {},
): { child: ChildProcess; finished: Promise<Finished> } {
  const child = spawn(process.execPath, [MAIN, ...args], { stdio: 'pipe', ...options });
  const read = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk) => {
    read.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    read.stderr += chunk;
  });
  const finished = new Promise<Finished>((resolve) => {
    child.on('close', (code) => resolve({ code, ...read }));
  });
  return { child, finished };
}

/** The objects of `--json`, and the summary apart. */
export function parseLines(stdout: string): {
  results: Record<string, unknown>[];
  problems: Record<string, unknown>[];
  summary: Record<string, unknown>;
} {
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const found = lines.slice(0, -1);
  return {
    results: found.filter(({ problem }) => problem === undefined),
    problems: found.flatMap(({ problem }) => problem ?? []),
    summary: lines.at(-1).summary,
  };
}

/** A folder with these files, gone after the test. */
export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): string {
  const path = mkdtempSync(join(tmpdir(), 'neardup-test-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}
