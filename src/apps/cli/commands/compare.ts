/** `neardup compare` */
import { type Comparison, compare, compareIn, NeardupError } from '../../../index.ts';
import { flagName } from '../flag-names.ts';
import { GATE_FLAGS } from '../gate/gate-flags.ts';
import type { Action, LibraryOptions } from '../program.ts';
import { withSources } from './collection/with-sources.ts';
import { showComparison } from './compare-output.ts';

export const compareCommand: Action = async ([text, ...sources], options, own) => {
  if (own.all === true) {
    const { compareAllCommand } = await import('./compare-all.ts');
    return compareAllCommand([text, ...sources], options, own);
  }
  const gated = GATE_FLAGS.find((option) => own[option] !== undefined);
  if (gated !== undefined) throw noEffect(gated, 'the pairs of texts that `--all` compares', 'or add --all');
  const { in: given, ...others } = options;
  const collection = Array.isArray(given) ? (given as string[]) : undefined;
  checkCall(text, sources, collection);
  checkOptions(options, collection !== undefined);
  const inputs = [text, ...sources, ...(collection ?? [])];
  return showComparison<Comparison>(own, inputs, options, (callbacks) => {
    const settings = { ...others, ...callbacks };
    if (collection === undefined) return compare(text, sources, settings);
    return withSources(collection, settings, (place) => compareIn(text, place, settings));
  });
};

/** Refuses options that only another form of the command uses. */
function checkOptions(options: LibraryOptions, isSearched: boolean): void {
  const forms = [
    {
      names: ['partners', 'countCommon', 'onlyIn', 'csv'],
      of: 'the pairs of texts that `--all` compares',
      advice: 'or add --all',
    },
    isSearched
      ? { names: ['mutual'], of: 'sources that are named', advice: 'or name the sources' }
      : {
          names: ['sources', 'boilerplate', 'by'],
          of: 'the sources that `--in` finds',
          advice: 'or add --in',
        },
  ];
  for (const { names, of, advice } of forms) {
    const option = names.find((name) => options[name] !== undefined);
    if (option === undefined) continue;
    throw noEffect(option, of, advice);
  }
}

function noEffect(option: string, subject: string, advice: string): NeardupError {
  const message = `${flagName({ option })} has no effect: it concerns ${subject}.`;
  return new NeardupError('BAD_OPTION', message, { option, advice: `Leave it out, ${advice}.` });
}

function checkCall(text: string, sources: string[], collection?: string[]): void {
  if (sources.length === 0 && collection === undefined) {
    throw new NeardupError('NO_INPUT', `Expected a text and at least one source, got only \`${text}\`.`, {
      advice:
        'Name the text first, then its sources (neardup compare essay.docx article.pdf), or a place to search: --in library/',
    });
  }
  if ([text, ...sources].filter((name) => name === '-').length > 1) {
    throw new NeardupError('BAD_OPTION', 'Expected standard input (`-`) once, got it several times.', {
      advice: 'Standard input holds one text: save the other to a file.',
    });
  }
  if (sources.length > 0 && collection !== undefined) {
    throw new NeardupError('BAD_OPTION', 'Expected sources or `--in`, got both.', {
      advice: 'Put the sources after --in, or leave it out.',
    });
  }
}
