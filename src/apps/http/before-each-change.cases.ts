/** What a process that is killed at any moment leaves: tests copy it before every change. */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/** Calls a function before every change of names below a folder, while something runs. */
export async function beforeEachChange(
  below: string,
  seen: () => void,
  run: () => Promise<void>,
): Promise<void> {
  const patched = [
    [fs, ['mkdirSync', 'openSync', 'renameSync', 'rmSync', 'unlinkSync', 'writeFileSync']],
    [fs.promises, ['mkdir', 'open', 'rename', 'rm', 'unlink', 'writeFile']],
  ] as const;
  const originals = patched.flatMap(([module, names]) =>
    // biome-ignore lint/suspicious/noExplicitAny: functions of any kind
    names.map((name) => [module as any, name, (module as any)[name]] as const),
  );
  let isLooking = false;
  for (const [module, name, original] of originals) {
    module[name] = (...given: unknown[]) => {
      if (!isLooking && String(given[0]).startsWith(below)) {
        isLooking = true;
        seen();
        isLooking = false;
      }
      return original.apply(module, given);
    };
  }
  syncBuiltinESMExports();
  try {
    await run();
  } finally {
    // Node itself may keep a function that it found while it was patched
    isLooking = true;
    for (const [module, name, original] of originals) module[name] = original;
    syncBuiltinESMExports();
  }
}
