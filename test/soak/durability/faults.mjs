// Calls that fail: ENOSPC and EIO at every call of a short history, once or for some time. Reading goes on, nothing acknowledged is lost,
// not even if the power goes afterward, and writing resumes: at once when there is room again, after opening again if the disk itself failed.
import { Model, randomStep, runStep, SmallCollection } from './history.mjs';
import { failure, randomNumbers, SimDisk } from './sim-disk.mjs';

const CHANGING = [
  'write',
  'sync',
  'truncate',
  'rename',
  'link',
  'remove',
  'syncFolder',
  'open',
  'space',
  'makeFolder',
];

/** States of the disk that are looked at behind every history. */
const CRASHES = 2;

/** @returns {Promise<{calls: number, runs: number, refused: number, resumed: number, readOnly: number}>} */
export async function faults(store, { seeds = 1, steps = 14, every = 1 }) {
  const found = { calls: 0, runs: 0, refused: 0, resumed: 0, readOnly: 0 };
  for (let seed = 1; seed <= seeds; seed++) {
    const calls = (await run(store, seed, steps, undefined, found)).calls;
    found.calls += calls;
    for (const code of ['ENOSPC', 'EIO']) {
      for (const lasting of [false, true]) {
        for (let at = 0; at < calls; at += every) {
          found.runs++;
          try {
            await run(store, seed, steps, { at, code, lasting }, found);
          } catch (error) {
            throw new Error(
              `seed ${seed}, ${code} at call ${at}${lasting ? ' and later' : ''}: ${error.stack}`,
            );
          }
        }
      }
    }
  }
  return found;
}

async function run(store, seed, steps, fault, found) {
  const random = randomNumbers(seed);
  // the same steps whatever fails
  const plan = Array.from({ length: steps }, () => randomStep(random));
  const disk = new SimDisk(random);
  const options = { disk, minFree: 0 };
  const model = new Model();
  let collection = await SmallCollection.create(store, options);
  let calls = 0;
  let failing = false;
  disk.beforeCall = (name, path) => {
    if (!CHANGING.includes(name)) return undefined;
    const now = calls++;
    if (fault === undefined || (fault.lasting ? now < fault.at : now !== fault.at)) return undefined;
    failing = true;
    return failure(fault.code, path);
  };
  const heal = () => {
    fault = undefined;
    failing = false;
  };
  for (const step of plan) {
    try {
      collection = await runStep(step, collection, model, options);
    } catch (error) {
      if (!failing) throw error;
      if (!['NO_SPACE', 'WRITE_FAILED', 'BAD_COLLECTION'].includes(error.code) && error.code !== fault?.code)
        throw error;
      found.refused++;
      collection = await afterFault(store, step, collection, model, options, heal, found);
    }
  }
  heal();
  expectView(collection, model, 'at the end');
  await expectAfterCrash(store, disk, model);
  await collection.close();
  const opened = await SmallCollection.open(store, options);
  expectView(opened, model, 'opened again');
  await opened.close();
  return { calls };
}

/** Reading goes on; then the disk is well again, and so is writing. */
async function afterFault(store, step, collection, model, options, heal, found) {
  if (step.kind === 'reopen') {
    heal();
    const opened = await SmallCollection.open(store, options);
    expectView(opened, model, 'opened after a fault');
    return opened;
  }
  expectView(collection, model, 'while the disk fails');
  heal();
  model.underWay = undefined;
  // a change that was refused may be there after a crash: both are right
  const changes = [['resumed', String(found.runs)]];
  try {
    model.underWay = changes;
    await collection.change(changes);
    model.acknowledge();
    found.resumed++;
    return collection;
  } catch (error) {
    if (error.code !== 'WRITE_FAILED') throw error;
    found.readOnly++;
    model.underWay = undefined;
    expectView(collection, model, 'while it only reads');
  }
  await collection.close();
  model.underWay = step.changes;
  const opened = await SmallCollection.open(store, options);
  // the write that failed may have reached the disk as a whole
  if (opened.view() === model.views()[1]) model.acknowledge();
  model.underWay = undefined;
  expectView(opened, model, 'opened after it only read');
  return opened;
}

/** What was acknowledged after a fault is on the device, not only in memory. */
async function expectAfterCrash(store, disk, model) {
  for (let i = 0; i < CRASHES; i++) {
    const opened = await SmallCollection.open(store, { disk: disk.crash(), minFree: 0 });
    expectView(opened, model, 'after a loss of power');
    await opened.close();
  }
}

function expectView(collection, model, when) {
  if (collection.view() !== model.views()[0])
    throw new Error(`${when}: something is missing or was never acknowledged`);
  if (collection.viewByPlace() !== collection.view())
    throw new Error(`${when}: a document differs when it is read again`);
}
