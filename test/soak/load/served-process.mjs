// The service of the load test: the built command in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const MAIN = fileURLToPath(new URL('../../../dist/apps/cli/main.cjs', import.meta.url));
const TICKS = 100;

/** Starts it, and waits until it tells its address. @param flags Such as `--readers 2`. */
export async function startServer(data, flags = [], port = 0) {
  const given = ['serve', '--data', data, '--port', String(port), '--no-open', ...flags];
  const child = spawn(process.execPath, [MAIN, ...given], { stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const address = await new Promise((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += chunk;
      if (said.includes('Its data is in')) resolve(/http:\/\/[\d.:]+/.exec(said)[0]);
    });
    child.on('exit', () => reject(new Error(`The service ended: ${said}`)));
  });
  const proc = (file) => readFileSync(`/proc/${child.pid}/${file}`, 'utf8');
  return {
    address,
    async end(signal) {
      child.kill(signal);
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    cpuSeconds: () => cpuSeconds(child.pid),
    /** With the processes that it has started. */
    allCpuSeconds() {
      return [child.pid, ...this.children()].reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    },
    /** The processes that it has started. */
    children: () => proc(`task/${child.pid}/children`).split(' ').filter(Boolean).map(Number),
    megabytes: () => Math.round(Number(/VmRSS:\s+(\d+)/.exec(proc('status'))[1]) / 1024),
  };
}

function cpuSeconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
