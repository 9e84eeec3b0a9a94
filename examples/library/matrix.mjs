// Which sentences of two texts are alike.
// It prints:
//   sentence 0 of a, 1 of b: 0.71
//   sentence 2 of a, 0 of b: 1.00, similar
//   { a: 0.3076923076923077, b: 0.36363636363636365 }
import { compare } from 'neardup';

const { sources, text } = await compare({ id: 'a', text: 'The ferry leaves at nine. It takes an hour. The lamp is green.' }, [
  { id: 'b', text: 'The lamp is green. The ferry leaves at nine, they say.' },
]);
const { row, column, p, mark } = sources[0].matrix;
for (const [cell, sentence] of row.entries())
  console.log(`sentence ${sentence} of ${text.id}, ${column[cell]} of b: ${p[cell].toFixed(2)}${mark[cell] === 0 ? '' : ', similar'}`);
console.log(sources[0].paperSimilarity);
