// The first screen: the door for people who do not program, and where to go next.
import { WORDS } from './words.mjs';

const ACTIONS = [
  ['playground.html', 'Try it in this page'],
  ['start.html', 'Start in five minutes'],
  ['guide.html', 'Who needs what'],
];

/** The way to the page that needs no server. */
export function door(lang) {
  const { open, privacy, limits } = WORDS[lang].door;
  return `<div class="door" lang="${lang}"><a href="neardup.html">${open}<small>${privacy}</small></a><p>${limits}</p></div>`;
}

/** README as the first page: its first sentence, then both. */
export function withActions(html) {
  const links = ACTIONS.map(([href, title]) => `<a href="${href}">${title}</a>`).join('');
  const ukrainian = '<a href="start.uk.html" lang="uk" hreflang="uk">Українською</a>';
  return html.replace('</p>', `</p>\n${door('en')}\n<div class="actions">${links}${ukrainian}</div>`);
}
