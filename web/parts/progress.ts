/** Asks how far a comparison is while its answer is awaited, and tells it in words. */
import type { RequestProgress } from '../../src/apps/http/service-answers.ts';
import { json } from '../api/client.ts';
import { say } from '../say/index.ts';
import { essays } from '../work.ts';
import { timeLeft } from './time-left.ts';

/** Milliseconds between two questions. */
const PAUSE = 500;

/** @param request By which the comparison was asked for. @returns Ends it. */
export function followProgress(request: string, tell: (text: string) => void): () => void {
  let left: ((done: number) => string) | undefined;
  let isEnded = false;
  tell('');
  const ask = async () => {
    // a short comparison has ended before it is asked for, and what went wrong is told by the comparison
    const progress = await json<RequestProgress>(`v1/progress/${request}`).catch(() => undefined);
    if (isEnded || progress === undefined) return;
    const { stage, documents, share, pairs = 0, totalPairs = 0 } = progress;
    if (stage === 'match') tell(say.value.lookingForWords(documents, essays.value.length));
    else if (stage === 'verify' && share !== undefined) {
      left ??= timeLeft();
      tell(say.value.comparingSome(pairs, totalPairs, left(share)));
    }
  };
  const timer = setInterval(() => void ask(), PAUSE);
  return () => {
    isEnded = true;
    clearInterval(timer);
  };
}
