/** Loss of power at chosen moments, on a disk that keeps what was synced and any part of the rest. `test/durability` loses it everywhere. */
import { expect, test } from 'vitest';
import { randomNumbers, SimDisk } from '../../../test/soak/durability/sim-disk.mjs';
import { CollectionFolder } from './folder.ts';
import { readCheckedJson, writeCheckedJson } from './whole-file.ts';

const MADE = { keyScheme: 'bands-1', canonicalForm: 1, options: {} };
/** States of the disk that are looked at. */
const STATES = 50;

function* statesOf(disk: SimDisk): Generator<SimDisk> {
  for (let i = 0; i < STATES; i++) yield disk.crash();
}

test('a file that was written whole has its name and its content, whatever else is lost', async () => {
  const disk = new SimDisk(randomNumbers(1));
  await disk.makeFolder('/c');
  for (const version of [1, 2]) {
    await writeCheckedJson(disk, '/c/facts', { version });
    for (const state of statesOf(disk)) expect(readCheckedJson(state, '/c/facts')).toEqual({ version });
  }
});

test('the manifest names only files that are there, also if the process that wrote it was killed before it lasted', async () => {
  const disk = new SimDisk(randomNumbers(1));
  const options = { disk, minFree: 0, lock: async () => () => {} };
  const folder = await CollectionFolder.create('/c', MADE, options);
  const replace = async () => {
    const name = folder.newDerivedName('segment');
    await folder.writeDerived(name, [{ name: 'x', bytes: Buffer.from('x') }]);
    await folder.replaceManifest({ derived: [name] });
  };
  await replace();
  let killed: SimDisk | undefined;
  disk.onStep = (where) => {
    if (where === 'after rename /c/MANIFEST') killed = disk.copy();
  };
  await replace();
  await (await CollectionFolder.openForWriting('/c', { ...options, disk: killed })).close();
  for (const state of statesOf(killed!)) {
    const found = CollectionFolder.openForReading('/c', { ...options, disk: state });
    expect(found.manifest?.derived).toHaveLength(1);
    found.openDerived(found.manifest!.derived[0]).close();
    await found.close();
  }
});
