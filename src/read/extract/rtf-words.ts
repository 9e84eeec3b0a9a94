/** RTF control words that mean a character, a break, or a part of the file that is not text. */

export const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['emdash', '—'],
  ['endash', '–'],
  ['lquote', '‘'],
  ['rquote', '’'],
  ['ldblquote', '“'],
  ['rdblquote', '”'],
  ['bullet', '•'],
  ['emspace', ' '],
  ['enspace', ' '],
  ['qmspace', ' '],
]);

export const BREAKS: ReadonlyMap<string, string> = new Map([
  ['par', '\n\n'],
  ['sect', '\n\n'],
  ['page', '\n\n'],
  ['column', '\n\n'],
  ['row', '\n\n'],
  ['nestrow', '\n\n'],
  ['line', '\n'],
  ['softline', '\n'],
  ['tab', '\t'],
  ['cell', '\t'],
  ['nestcell', '\t'],
]);

/** Groups that hold no text of the document, or text that is there already. */
export const SKIPPED_DESTINATIONS: ReadonlySet<string> = new Set(
  (
    'fonttbl colortbl stylesheet listtable listoverridetable list listoverride filetbl revtbl rsidtbl xmlnstbl pgdsctbl mmathPr ' +
    'info pict header headerl headerr headerf footer footerl footerr footerf ftnsep ftnsepc ftncn aftnsep ' +
    'aftnsepc aftncn generator datastore themedata colorschememapping latentstyles fldinst datafield bkmkstart ' +
    'bkmkend nonshppict shprslt sp listtext pntext pntxta pntxtb pnseclvl annotation atnid atnauthor atndate ' +
    'atnref atnicn xe tc rxe txe nonesttables objdata objclass objname objalias objsect private template ' +
    'passwordhash falt panose fname formfield do'
  ).split(' '),
);

/** Groups marked as optional (`\*`) that do hold text. */
export const KEPT_DESTINATIONS: ReadonlySet<string> = new Set([
  'shpinst',
  'shptxt',
  'ud',
  'shpgrp',
  'footnote',
]);
