// How much two texts have in common, from a few checksums of each.
// It prints:
//   0.6363636363636364
//   1 0.6363636363636364
import { canonicalText } from 'neardup';
import { containment, imageOf, resemblance, shinglesOf } from 'neardup/fingerprint';

const note = await canonicalText('The ferry leaves at nine from the second pier.');
const letter = await canonicalText('They say the ferry leaves at nine from the second pier, or later.');
const shingles = [note, letter].map((text) => shinglesOf(text, { width: 3, checksum: 'md5' }));

const [a, b] = shingles.map((each) => imageOf(each, { keep: 'smallest', n: 200 }));
console.log(resemblance(a, b).value);
const [all, others] = shingles.map((each) => imageOf(each, { keep: 'all' }));
console.log(containment(all, others).value, containment(others, all).value);
