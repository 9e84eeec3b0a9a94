/** Ids, names and texts that try to steer a terminal, through every command: none of them comes out raw. */
import { expect, test } from 'vitest';
import { hostileCalls, hostileFiles, RAW } from '../soak/attacks/terminal.mjs';
import { folder, neardup } from './run-neardup.ts';

test('no command prints an id, a name, a text or an option of a user raw', async () => {
  const calls = hostileCalls(folder(hostileFiles()));
  for (const call of calls) {
    const { stdout, stderr } = await neardup(call);
    expect({ call, raw: RAW.exec(stdout)?.[0], said: stdout === '' && stderr === '' }).toEqual({
      ...{ call, raw: undefined, said: false },
    });
    expect({ call, raw: RAW.exec(stderr)?.[0] }).toEqual({ call, raw: undefined });
  }
}, 600_000);
