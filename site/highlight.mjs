// Colors for code: comments, strings, numbers and a few words. Everything is escaped here, and marked with classes, never with styles.
const RULES = {
  sh: [
    ['comment', /#[^\n]*/],
    ['string', /"[^"\n]*"|'[^'\n]*'/],
    [
      'keyword',
      /(?<=^|[|&;$]\s*)(?:neardup|npm|npx|node|pip|python3?|docker|podman|curl|zcat|cat|ls|git|export)(?=\s)/m,
    ],
    ['option', /(?<=\s)--?[a-zA-Z][\w-]*/],
  ],
  js: [
    ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
    ['string', /`[^`]*`|'[^'\n]*'|"[^"\n]*"/],
    [
      'keyword',
      /\b(?:import|export|from|const|let|for|of|await|async|new|return|if|else|function|class|interface|type|extends|readonly|static)\b/,
    ],
    ['number', /\b\d[\d._]*\b/],
  ],
  python: [
    ['comment', /#[^\n]*/],
    ['string', /"[^"\n]*"|'[^'\n]*'/],
    ['keyword', /\b(?:import|from|for|in|as|def|return|if|else|with|print)\b/],
  ],
  json: [
    ['option', /"[^"\n]*"(?=\s*:)/],
    ['string', /"[^"\n]*"/],
    ['number', /-?\b\d[\d.]*\b/],
  ],
};
const SAME = {
  bash: 'sh',
  console: 'sh',
  ts: 'js',
  mjs: 'js',
  typescript: 'js',
  py: 'python',
  jsonl: 'json',
};

export function highlighted(code, language) {
  const rules = RULES[SAME[language] ?? language];
  if (rules === undefined) return plain(code);
  const any = new RegExp(rules.map(([, rule]) => `(${rule.source})`).join('|'), 'gm');
  let html = '';
  let at = 0;
  for (const found of code.matchAll(any)) {
    const rule = found.slice(1).findIndex((group) => group !== undefined);
    html += `${plain(code.slice(at, found.index))}<span class="c-${rules[rule][0]}">${plain(found[0])}</span>`;
    at = found.index + found[0].length;
  }
  return html + plain(code.slice(at));
}

function plain(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
