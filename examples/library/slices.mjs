// The nearest of many long signatures.
// It prints:
//   slices { position: 7, distance: 0 } true
import { signatures } from 'neardup';
import { openEngine } from 'neardup/engines';
import { newSignatureIndex, SignatureStore } from 'neardup/nearest';

const subjects = ['ferry pier harbor tide', 'lamp attic mill paper', 'bread oven flour yeast'];
const documents = Array.from({ length: 300 }, (_, i) => ({ id: `d${i}`, text: `${subjects[i % 3]} note${i} page${i}` }));

const engine = await openEngine();
const store = new SignatureStore(engine.heap, 1024);
for await (const { signature } of signatures(documents, { width: 1024 })) store.append(Buffer.from(signature, 'hex'));
const index = newSignatureIndex(engine, store, 'slices', { sliceBits: 16 });
await index.build();
const found = index.nearest(store.get(7), 5, { expand: 2 });
console.log(index.kind, found[0], found.every(({ position }) => position % 3 === 7 % 3));
index.close();
store.close();
await engine.close();
