// Power loss at every step of random histories, in which up to six callers write at the same time: after each state in which the disk may be
// found, the collection opens, has every acknowledged change and besides at most the first of those under way, and can be written to again.
import { Model, randomStep, runStep, SmallCollection } from './history.mjs';
import { randomNumbers, SimDisk } from './sim-disk.mjs';

/** @returns {Promise<{states: number, histories: number, underWay: number, rebuilt: number}>} */
export async function powerLoss(
  store,
  { states: wanted, seed: firstSeed = 1, stepsPerHistory = 14, perStep = 3, callers = 6 },
) {
  const found = { states: 0, histories: 0, underWay: 0, rebuilt: 0 };
  for (let seed = firstSeed; found.states < wanted; seed++) {
    const random = randomNumbers(seed);
    const disk = new SimDisk(random);
    const options = { disk, minFree: 0 };
    const model = new Model();
    let created = false;
    disk.onStep = async (where) => {
      for (let i = 0; i < perStep; i++) {
        found.states++;
        await checkState(store, disk.crash(), model, created, found, `seed ${seed}, ${where}`);
      }
      if (created) await checkKilled(store, disk.copy(), `seed ${seed}, killed ${where}`);
    };
    let collection = await SmallCollection.create(store, options);
    created = true;
    for (let i = 0; i < stepsPerHistory; i++)
      collection = await runStep(randomStep(random, callers), collection, model, options);
    disk.onStep = undefined;
    await collection.close();
    found.histories++;
  }
  return found;
}

/** The process is killed, another one opens the collection, and then the power goes: what the second one saw is there. */
async function checkKilled(store, disk, where) {
  const collection = await SmallCollection.open(store, { disk, minFree: 0 });
  const after = await SmallCollection.open(store, { disk: disk.crash(), minFree: 0 });
  if (after.view() !== collection.view()) throw new Error(`${where}: what was seen is gone`);
}

async function checkState(store, disk, model, created, found, where) {
  const options = { disk, minFree: 0 };
  let collection;
  try {
    collection = await SmallCollection.open(store, options);
  } catch (error) {
    if (!created && error.code === 'NO_COLLECTION') return;
    throw new Error(`${where}: ${error.stack}`);
  }
  if (collection.rebuilt) found.rebuilt++;
  const views = model.views();
  const view = collection.view();
  const at = views.indexOf(view);
  if (at === -1) throw new Error(`${where}: found ${view}, expected one of ${views}`);
  if (at > 0) found.underWay++;
  if (collection.viewByPlace() !== view)
    throw new Error(`${where}: a document differs when it is read again`);
  // it can be written to, and lost again
  await collection.change([['new', 'after the crash']]);
  const expected = collection.view();
  const second = disk.crash();
  const reopened = await SmallCollection.open(store, { ...options, disk: second });
  if (reopened.view() !== expected) throw new Error(`${where}: not everything is there after a second crash`);
  await reopened.close();
  await collection.close();
}
