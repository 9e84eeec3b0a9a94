/** What went wrong when files were read. Too many for a class are offered to the collection, which takes any number. */
import type { Signal } from '@preact/signals';
import { go } from '../route.ts';
import { say } from '../say/index.ts';
import { filesToAdd, TooMany } from '../work.ts';
import { Failure } from './notice.tsx';

export function ReadFailure({ error, given }: { error: Signal<unknown>; given: Signal<readonly File[]> }) {
  if (!(error.value instanceof TooMany)) return <Failure error={error.value} />;
  const add = () => {
    filesToAdd.value = given.value;
    go('documents');
  };
  return (
    <div class="failure" role="alert">
      <p>{error.value.message}</p>
      <button type="button" class="button" onClick={add}>
        {say.value.findCopies}
      </button>
    </div>
  );
}
