/** The index of passages: the anchors of documents, by which `sources` finds those that share words in a row with a text. */
import { CANONICAL_VERSION } from '../../canonicalize/index.ts';
import { ordered } from '../../ordered.ts';
import {
  AnchorTable,
  addAnchors,
  canonicalSentences,
  packDocuments,
  type SentenceSteps,
} from '../../passages/index.ts';
import { ANCHOR_SCHEME, AnchorFile, anchorParts, joinAnchors } from './anchor-file.ts';
import type { NumberedDocument, TextIndexKind } from './text-index.ts';

export type AnchorPiece = AnchorFile | AnchorTable;

export function passagesIndex(steps: SentenceSteps): TextIndexKind<AnchorPiece> {
  return {
    name: 'passages',
    scheme: `${ANCHOR_SCHEME}, canonical form ${CANONICAL_VERSION}`,
    make: (documents) => anchorsOf(documents, steps),
    join: (pieces) => joinAnchors(pieces as readonly AnchorTable[]),
    open: (file) => new AnchorFile(file),
    parts: (pieces) => anchorParts(pieces.map(({ piece, ...others }) => ({ anchors: piece, ...others }))),
    memory: (piece) => piece.memory,
    close: (piece) => {
      if (piece instanceof AnchorFile) piece.close();
    },
  };
}

async function anchorsOf(documents: Iterable<NumberedDocument>, steps: SentenceSteps): Promise<AnchorTable> {
  const { engine } = steps;
  const table = new AnchorTable();
  const batches = ordered(packDocuments(documents), { items: 2 * engine.threads }, (cut) =>
    canonicalSentences(cut, steps),
  );
  for await (const batch of batches) {
    addAnchors(batch, engine, table, (i) => batch.documents[i].document.number);
    batch.release();
  }
  return table;
}
