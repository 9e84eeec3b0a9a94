// Texts whose fingerprints differ in at most `maxDistance` bits, asked one at a time.
// It prints:
//   text 1 is like text 0: 0 bits differ
//   000000000000cafe 3
import { canonicalText } from 'neardup';
import { PermutedTables } from 'neardup/duplicates';
import { formatFingerprint, simhashOf } from 'neardup/fingerprint';

const texts = [
  'The ferry leaves at nine from the second pier behind the old customs house.',
  'The ferry leaves at nine from the second pier, behind the old customs house!',
  'A green lamp was found in the attic of the mill, wrapped in a weekly paper.',
];
const index = new PermutedTables({ maxDistance: 3 });
for (const text of texts) {
  const fingerprint = simhashOf(await canonicalText(text));
  for (const { position, distance } of index.query(fingerprint))
    console.log(`text ${index.size} is like text ${position}: ${distance} bits differ`);
  index.add(fingerprint);
}
console.log(formatFingerprint(0xcafen), index.size);
