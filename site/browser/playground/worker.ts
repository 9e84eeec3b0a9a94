/** The worker of the playground: reads files, and answers questions with the library. */
import { NeardupError, texts } from '../../../src/browser.ts';
import { visible } from '../../../src/visible.ts';
import { answerOf } from './answers.ts';
import type { Answer, PlainDocument, Question } from './messages.ts';

/** Texts in this page are in memory several times. */
const MOST_DOCUMENTS = 2000;
const MOST_TEXT = 20e6;

self.onmessage = async ({ data }: MessageEvent<Question>) => {
  const { request } = data;
  const tell = (answer: Answer) => self.postMessage(answer);
  try {
    if (data.kind === 'read') tell({ request, kind: 'documents', ...(await read(data.files)) });
    else
      tell({ request, kind: 'answer', ...(await answerOf(data.operation, data.documents, data.settings)) });
  } catch (error) {
    tell({ request, kind: 'failed', reason: reasonOf(error) });
  }
};

async function read(files: readonly File[]) {
  const documents: PlainDocument[] = [];
  const problems: string[] = [];
  let length = 0;
  const onProblem = ({ source, reason }: { source: string; reason: string }) =>
    void problems.push(`${source}: ${reason}`);
  for await (const { id, text } of texts(files, { onProblem })) {
    length += text.length;
    if (documents.length >= MOST_DOCUMENTS || length > MOST_TEXT) {
      problems.push(
        `The playground takes ${MOST_DOCUMENTS} documents and ${MOST_TEXT / 1e6} MB of text: from here on nothing is read.`,
      );
      break;
    }
    // marks in a name that turn its letters around are shown as numbers
    documents.push({ id: visible(id), text });
  }
  return { documents, problems };
}

function reasonOf(error: unknown): string {
  if (error instanceof NeardupError) return `${error.message} ${error.advice ?? ''}`.trim();
  return error instanceof Error ? error.message : String(error);
}
