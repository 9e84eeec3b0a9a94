/** From a pair of the class to the next one that the list shows. */
import { useEffect, useRef } from 'preact/hooks';
import { pairSteps } from '../../src/report/pages/class/browser/pair-steps.ts';
import { go } from '../route.ts';
import { language } from '../say/index.ts';
import { type ListedPair, listedPairs, openPair } from '../work.ts';

export function PairSteps({ pair }: { pair: ListedPair }) {
  const place = useRef<HTMLDivElement>(null);
  const lang = language.value;
  const pairs = listedPairs.value;
  useEffect(() => {
    const ended = new AbortController();
    const at = pairs.findIndex(
      ({ a, b, inCollection }) => a === pair.a && b === pair.b && inCollection === pair.inCollection,
    );
    const open = (number: number) => openPair(pairs[number]);
    place.current!.replaceChildren(
      ...pairSteps([...pairs.keys()], at, open, () => go('class'), ended.signal),
    );
    return () => ended.abort();
  }, [pair, pairs, lang]);
  return <div ref={place} />;
}
