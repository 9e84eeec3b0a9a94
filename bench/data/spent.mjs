// What a command of neardup takes, measured by itself when it ends.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));

/** Processor seconds and the most memory of a command. */
export function spent(args) {
  const report = `
    process.on('exit', () => {
      const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
      require('node:fs').writeFileSync(process.env.REPORT, JSON.stringify({ cpu: (userCPUTime + systemCPUTime) / 1e6, peak: maxRSS / 1024 }));
    });`;
  const folder = mkdtempSync(join(tmpdir(), 'neardup-bench-spent-'));
  try {
    const [preload, result] = ['preload.cjs', 'result.json'].map((name) => join(folder, name));
    writeFileSync(preload, report);
    const { status, stderr } = spawnSync(process.execPath, ['--require', preload, MAIN, ...args], {
      env: { ...process.env, REPORT: result },
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`neardup ${args.join(' ')}: ${stderr}`);
    return JSON.parse(readFileSync(result, 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
