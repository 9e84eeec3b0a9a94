/** Three short texts that share passages, written for this purpose. */
import type { Text } from './api/types.ts';

const LAMP =
  'On clear nights the beam of the old lighthouse can be seen from the town, and fishermen still steer by it although all of them have better instruments on board.';
const KEEPER =
  'The last keeper left in the spring, when the lamp was made to switch itself on and off, and the three rooms below it have been empty since then.';

export const SAMPLE: readonly Text[] = [
  {
    id: 'guide.txt',
    text: `The island has one road, two beaches and a lighthouse.\n\n${LAMP} ${KEEPER}\n\nVisitors climb its 142 steps on Sundays. The view from the top is worth the effort in any weather.`,
  },
  {
    id: 'essay-anna.txt',
    text: `My favorite place is an island that my grandmother took me to when I was six.\n\n${LAMP.replace('be seen from the town', 'be watched from our window')} I did not know then what an instrument was.\n\nWe ate plums on the beach and counted ships until it was dark.`,
  },
  {
    id: 'essay-petro.txt',
    text: `Lighthouses are a thing of the past, or so they say.\n\n${KEEPER} I think that somebody should live there again.\n\nA lamp can look after itself, but who looks after the stairs, the gulls and the people who come to ask the way?`,
  },
];
