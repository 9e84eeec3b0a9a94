/**
 * The text of Markdown, as a reader of the page would see it. This is not a parser but a pass over lines that removes front
 * matter, marks, link targets, images and tags; code stays as it is. Every line stays a line, if an empty one, so that a place in the text
 * has the line that it has in the file. All patterns take linear time.
 */

export function markdownToText(markdown: string): string {
  const out: string[] = [];
  let prose: string[] = [];
  let fence: string | undefined;
  const endProse = () => {
    if (prose.length > 0) out.push(inlineText(prose.join('\n')));
    prose = [];
  };
  for (const line of withoutFrontMatter(markdown).split(/\r\n?|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      const isEnd = mark?.startsWith(fence) === true && line.trim() === mark;
      if (isEnd) fence = undefined;
      out.push(isEnd ? '' : line);
    } else if (mark) {
      endProse();
      fence = mark;
      out.push('');
    } else {
      prose.push(IGNORED_LINE.test(line) ? '' : line.replace(LINE_START, '').replace(/[ \t]#+[ \t]*$/, ''));
    }
  }
  endProse();
  return out.join('\n');
}

/** Rules, underlines of headings and tables, definitions of links. */
const IGNORED_LINE = /^ {0,3}(?:(?:[-=*_|:][ \t]*){3,}|=+[ \t]*|\[[^\]]+\]:[ \t]*\S.*)$/;

/** Quotes, list items, task boxes, headings. */
const LINE_START =
  /^\s*(?:>[ \t]?)*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(?:\[[ xX]\][ \t]+)?(?:#{1,6}(?:[ \t]+|$))?/;

function withoutFrontMatter(markdown: string): string {
  const mark = /^(---|\+\+\+)[ \t]*\r?\n/.exec(markdown);
  if (!mark) return markdown;
  const last = new RegExp(`^${mark[1] === '---' ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*$`, 'm');
  const rest = markdown.slice(mark[0].length);
  const found = last.exec(rest);
  if (!found) return markdown;
  const end = mark[0].length + found.index + found[0].length;
  return lineEnds(markdown.slice(0, end)) + markdown.slice(end);
}

function inlineText(prose: string): string {
  return (
    withoutComments(prose)
      // images, with or without their target in place
      .replace(/!\[[^[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])?/g, withLineEnds)
      // links: [text](target "title"), [text][name], <target>
      .replace(
        /\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])/g,
        (link, words: string) => words + lineEnds(link.slice(words.length + 2)),
      )
      .replace(/<(?:[a-z][a-z0-9+.-]{1,31}:[^<>\s]*|[^<>\s@]{1,64}@[^<>\s]{1,255})>/gi, ' ')
      .replace(/<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>/gi, withLineEnds)
      // marks of code and emphasis; snake_case and 2*3 stay
      .replace(/`+/g, '')
      .replace(/(?<![\p{L}\p{N}\\*_~])[*_~]+(?=[^\s*_~])|(?<=[^\s*_~\\])[*_~]+(?![\p{L}\p{N}*_~])/gu, '')
      .replace(/\*\*|~~/g, '')
      .replace(/\\([!-/:-@[-`{-~])/g, '$1')
  );
}

function withoutComments(text: string): string {
  let out = '';
  let at = 0;
  for (let open = text.indexOf('<!--'); open !== -1; open = text.indexOf('<!--', at)) {
    const close = text.indexOf('-->', open + 4);
    out += text.slice(at, open);
    if (close === -1) return out + lineEnds(text.slice(open));
    at = close + 3;
    out += lineEnds(text.slice(open, at));
  }
  return out + text.slice(at);
}

/** A space in place of what is removed, and its line ends. */
function withLineEnds(removed: string): string {
  return ` ${lineEnds(removed)}`;
}

function lineEnds(text: string): string {
  return text.replace(/[^\n]+/g, '');
}
