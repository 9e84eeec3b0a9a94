/** Compares a class and asks all the while how far it is. */
import { C, type TestService } from './run-service.ts';

const LARGEST = 9600;

/** The class is doubled until the stage is seen: a quick machine compares a small one between two questions. */
export async function followComparison(service: TestService, stage: string) {
  for (let documents = 300; ; documents *= 2) {
    const request = `how-far-are-these-${documents}`;
    const stages = await stagesOf(service, request, documents);
    if (stages.includes(stage) || documents === LARGEST) return { stages, request };
  }
}

async function stagesOf(service: TestService, request: string, size: number): Promise<string[]> {
  const seen = new Set<string>();
  let isDone = false;
  const compared = service
    .send('POST', `${C}/compare-all?progress=${request}`, { documents: essays(size) })
    .finally(() => {
      isDone = true;
    });
  while (!isDone) {
    const answer = await service.send('GET', `/v1/progress/${request}`);
    if (answer.status === 200) seen.add((await answer.json()).stage);
  }
  await compared;
  return [...seen];
}

function essays(size: number) {
  const sentence = (i: number) => Array.from({ length: 40 }, (_, n) => `w${(n * 7 + i * 3) % 97}`).join(' ');
  return Array.from({ length: size }, (_, i) => ({
    id: `e${i}`,
    text: Array.from({ length: 6 }, (_, n) => `${sentence(i + n)}.`).join(' '),
  }));
}
