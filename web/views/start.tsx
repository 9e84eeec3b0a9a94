/** Start: drop files or paste a text; a sample to try. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { inCollection, json } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import type { ServedCollection } from '../api/types.ts';
import { Drop } from '../parts/drop.tsx';
import { Busy } from '../parts/notice.tsx';
import { ReadFailure } from '../parts/read-failure.tsx';
import { useReading } from '../parts/reading.ts';
import { Lost, Unread } from '../parts/unread.tsx';
import { SAMPLE } from '../sample.ts';
import { say } from '../say/index.ts';
import { showTexts, unread, unseen } from '../work.ts';

export function Start() {
  const { busy, error, read } = useReading(showTexts);
  const pasted = useSignal('');
  const info = useAsked(() => json<ServedCollection>(inCollection()), []);
  useEffect(() => {
    // what was told of other files belongs to their view
    unread.value = [];
    unseen.value = [];
  }, []);
  return (
    <>
      <h1 tabIndex={-1}>{say.value.startTitle}</h1>
      <p class="lead">{say.value.startLead}</p>
      <Lost />
      <Drop onFiles={read} />
      {busy.value !== '' && <Busy text={busy.value} />}
      <ReadFailure error={error.value} />
      <Unread />
      <section class="columns-2">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.value.trim() !== '') showTexts([{ id: say.value.pastedName, text: pasted.value }]);
          }}
        >
          <h2>
            <label for="pasted">{say.value.pasteTitle}</label>
          </h2>
          <textarea
            id="pasted"
            rows={7}
            value={pasted.value}
            onInput={(event) => {
              pasted.value = event.currentTarget.value;
            }}
          />
          <button type="submit" class="button" disabled={pasted.value.trim() === ''}>
            {say.value.checkText}
          </button>
        </form>
        <div>
          <h2>{say.value.trySample}</h2>
          <p class="note">{say.value.sampleNote}</p>
          <button type="button" class="button quiet" onClick={() => showTexts(SAMPLE)}>
            {say.value.trySample}
          </button>
          {info.value.answer?.documents !== undefined && (
            <p class="note">{say.value.inCollectionNow(say.value.documents(info.value.answer.documents))}</p>
          )}
        </div>
      </section>
    </>
  );
}
