// Finds copies in the page: no server, no upload. Vite, esbuild and webpack bundle it as it is.
import { dedup } from 'neardup';

const documents = [
  { id: 'a', text: 'The ferry leaves at nine from the old pier, rain or shine, every day of the week.' },
  { id: 'b', text: 'The ferry leaves at nine from the old pier, rain or shine, every day of the week!' },
  { id: 'c', text: 'Another text.' },
];
for await (const { id, keptId } of dedup(documents)) {
  document.body.append(`${id} is a copy of ${keptId}`);
}
