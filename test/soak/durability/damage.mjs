// Changed and missing bytes in any file: refused, or made again from the log; never another answer. What is refused can be repaired: the rest is
// saved, and the ids that are lost are told.
import { Model, randomStep, runStep, SmallCollection } from './history.mjs';
import { randomNumbers, SimDisk } from './sim-disk.mjs';

/** Flips bits. @returns counts by outcome */
export async function bitFlips(store, { flips, repairEvery = 10 }) {
  const random = randomNumbers(77);
  const whole = await someCollection(store, 5);
  const files = whole.disk.files();
  const total = files.reduce((sum, path) => sum + whole.disk.content(path).length, 0);
  const found = newCounts();
  for (let i = 0; i < flips; i++) {
    // every byte of the collection is as likely as any other
    let at = random() % total;
    const path = files.find((name) => {
      const { length } = whole.disk.content(name);
      if (at < length) return true;
      at -= length;
      return false;
    });
    const bytes = Buffer.from(whole.disk.content(path));
    bytes[at] ^= 1 << (random() % 8);
    await judge(store, whole, path, bytes, found, repairEvery, `bit flipped at ${at}`);
  }
  return found;
}

/** Cuts every file at every 64th byte. */
export async function truncations(store, { step = 64, repairEvery = 4 }) {
  const whole = await someCollection(store, 6);
  const found = newCounts();
  for (const path of whole.disk.files()) {
    const content = whole.disk.content(path);
    for (let length = 0; length < content.length; length += step) {
      await judge(store, whole, path, content.subarray(0, length), found, repairEvery, `cut at ${length}`);
    }
  }
  return found;
}

const newCounts = () => ({ checked: 0, refused: 0, rebuilt: 0, unchanged: 0, repaired: 0, lostTold: 0 });

async function someCollection(store, seed) {
  const random = randomNumbers(seed);
  const disk = new SimDisk(random);
  const options = { disk, minFree: 0 };
  const model = new Model();
  let collection = await SmallCollection.create(store, options);
  for (let i = 0; i < 40; i++) collection = await runStep(randomStep(random), collection, model, options);
  await collection.flush();
  for (let i = 0; i < 3; i++) {
    await runStep({ kind: 'change', changes: [[`late${i}`, 'y'.repeat(300)]] }, collection, model, options);
  }
  // a clean end: the manifest knows the last commit
  const { derived, covered } = collection.folder.manifest;
  await collection.folder.replaceManifest({ derived, covered });
  await collection.close();
  return { disk, view: model.views()[0], rows: model.rows };
}

async function judge(store, whole, path, bytes, found, repairEvery, what) {
  found.checked++;
  const disk = whole.disk.copy();
  disk.setContent(path, Buffer.from(bytes));
  const options = { disk, minFree: 0 };
  let collection;
  try {
    collection = SmallCollection.read(store, options);
    const view = collection.view();
    if (view !== whole.view || collection.viewByPlace() !== view)
      throw new Error(`${path}, ${what}: another answer`);
    if (collection.rebuilt || collection.folder.manifest === undefined) found.rebuilt++;
    else found.unchanged++;
    return;
  } catch (error) {
    if (error.code !== 'BAD_COLLECTION') throw new Error(`${path}, ${what}: ${error.stack}`);
    found.refused++;
  }
  if (found.refused % repairEvery === 1)
    await repairAndCompare(store, disk, whole, found, `${path}, ${what}`);
}

async function repairAndCompare(store, disk, whole, found, what) {
  const isCut = what.includes('cut at');
  const options = { disk, minFree: 0, lock: async () => () => {} };
  const { lost, missing, unreadable } = await store.repairFolder('/c', options);
  found.repaired++;
  found.lostTold += lost.length;
  const opened = await SmallCollection.open(store, options);
  const rows = new Map(JSON.parse(opened.view()));
  for (const id of new Set([...whole.rows.keys(), ...rows.keys()])) {
    // of bytes that are gone only the commits are known; and the flipped bit may be in the id itself
    const unknown = isCut || unreadable > 0 || lost.some((each) => !whole.rows.has(each));
    const told = lost.includes(id) || (missing.length > 0 && unknown);
    if (rows.get(id) !== whole.rows.get(id) && !told) {
      throw new Error(`${what}: ${id} changed by the repair, and is not among the lost: ${lost}`);
    }
  }
  await opened.change([['after', 'the repair']]);
  await opened.close();
  if (!SmallCollection.read(store, options).view().includes('the repair'))
    throw new Error(`${what}: cannot be written`);
}
