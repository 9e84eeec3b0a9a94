// What the first page has besides README: where to go next, on the first screen.
const ACTIONS = [
  ['playground.html', 'Try it in this page'],
  ['start.html', 'Start in five minutes'],
  ['guide.html', 'Who needs what'],
  ['start.uk.html', 'Українською'],
];

export function withActions(html) {
  const links = ACTIONS.map(
    ([href, title]) => `<a href="${href}"${/[а-я]/i.test(title) ? ' lang="uk"' : ''}>${title}</a>`,
  );
  return html.replace('</p>', `</p>\n<div class="actions">${links.join('')}</div>`);
}
