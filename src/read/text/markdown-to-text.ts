/**
 * The text of Markdown, as a reader of the page would see it. This is not a parser but a pass over lines that removes front
 * matter, marks, link targets, images and tags; code stays as it is. All patterns take linear time.
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
      if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
      else out.push(line);
    } else if (mark) {
      endProse();
      fence = mark;
    } else if (!IGNORED_LINE.test(line)) {
      prose.push(line.replace(LINE_START, '').replace(/[ \t]#+[ \t]*$/, ''));
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
  const end = new RegExp(`^${mark[1] === '---' ? '(?:---|\\.\\.\\.)' : '\\+\\+\\+'}[ \\t]*$`, 'm');
  const rest = markdown.slice(mark[0].length);
  const found = end.exec(rest);
  return found ? rest.slice(found.index + found[0].length) : markdown;
}

function inlineText(prose: string): string {
  return (
    withoutComments(prose)
      // images, with or without their target in place
      .replace(/!\[[^[\]]*\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])?/g, ' ')
      // links: [text](target "title"), [text][name], <target>
      .replace(/\[([^[\]]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)?\)|\[[^[\]]*\])/g, '$1')
      .replace(/<(?:[a-z][a-z0-9+.-]{1,31}:[^<>\s]*|[^<>\s@]{1,64}@[^<>\s]{1,255})>/gi, ' ')
      .replace(/<\/?[a-z][a-z0-9-]*(?:[\s/][^<>]*)?>/gi, ' ')
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
    if (close === -1) return out;
    at = close + 3;
  }
  return out + text.slice(at);
}
