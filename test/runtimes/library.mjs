// What runs in every runtime: prints results of the library as JSON, without times. It is given the folder of the project.
const root = process.argv[2];
const { compare, dedup, pairs, search } = await import(`${root}/dist/index.js`);
const articles = `${root}/examples/articles.jsonl`;

const removed = await dedup(articles).toArray();
const inMemory = await pairs([
  { id: 'a', text: 'one two three four five six seven' },
  { id: 'b', text: 'one two three four five six seven' },
]).toArray();
const found = await search('harbor bridge', { in: articles, k: 3 }).toArray();
const [essay, guide] = ['essay.txt', 'guide.md'].map((name) => `${root}/examples/compare/${name}`);
const { sources, passages } = await compare(essay, guide);
console.log(JSON.stringify({ removed, inMemory, found, sources, passages }));
