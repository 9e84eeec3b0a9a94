/** Start: drop files or paste a text; a sample to try. */
import { useSignal } from '@preact/signals';
import { inCollection, json } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import type { ServedCollection, Text } from '../api/types.ts';
import { Drop } from '../parts/drop.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { useReading } from '../parts/reading.ts';
import { Unread } from '../parts/unread.tsx';
import { go } from '../route.ts';
import { SAMPLE } from '../sample.ts';
import { say } from '../say/index.ts';
import { checked, classScope, useEssays } from '../work.ts';

export function Start() {
  const { busy, error, read } = useReading(show);
  const pasted = useSignal('');
  const info = useAsked(() => json<ServedCollection>(inCollection()), []);
  return (
    <>
      <h1 tabIndex={-1}>{say.value.startTitle}</h1>
      <p class="lead">{say.value.startLead}</p>
      <Drop onFiles={read} />
      {busy.value > 0 && <Busy text={say.value.reading(busy.value)} />}
      <Failure error={error.value} />
      <Unread />
      <section class="columns-2">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (pasted.value.trim() !== '') show([{ id: say.value.pastedName, text: pasted.value }]);
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
          <button type="button" class="button" onClick={() => show(SAMPLE)}>
            {say.value.trySample}
          </button>
          {info.value.answer !== undefined && (
            <p class="note">{say.value.inCollectionNow(say.value.documents(info.value.answer.documents))}</p>
          )}
        </div>
      </section>
    </>
  );
}

/** One text is checked, several are a class. */
function show(texts: readonly Text[]): void {
  if (texts.length === 0) return;
  if (texts.length === 1) {
    checked.value = texts[0];
    go('check');
    return;
  }
  useEssays(texts);
  classScope.value = 'class';
  go('class');
}
