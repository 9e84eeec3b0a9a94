// A worker that fails in the first attempt of every task: it passes its input on and exits with 3 at the end of it.
// node crashing-worker.mjs STAGE … (the arguments of `neardup worker`)
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const main = fileURLToPath(new URL('../../dist/apps/cli/main.cjs', import.meta.url));
// the probe for the scheme has no attempt
const isFirst = process.env.NEARDUP_ATTEMPT === '0';
const worker = spawn(process.execPath, [main, 'worker', ...process.argv.slice(2)], {
  stdio: ['pipe', 'inherit', 'inherit'],
});
if (isFirst) {
  let bytes = 0;
  process.stdin.on('data', (chunk) => {
    bytes += chunk.length;
    worker.stdin.write(chunk);
  });
  process.stdin.on('end', () => {
    process.stderr.write(`crashing-worker: crashes on purpose after ${bytes} bytes\n`);
    worker.kill('SIGKILL');
    process.exit(3);
  });
} else {
  process.stdin.pipe(worker.stdin);
  worker.on('exit', (code) => process.exit(code ?? 1));
}
