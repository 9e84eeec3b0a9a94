/** What went wrong when files were read. Too many for a class are offered to the collection, which takes any number. */
import { go } from '../route.ts';
import { say } from '../say/index.ts';
import { filesRead, filesToAdd, TooMany } from '../work.ts';
import { Failure } from './notice.tsx';

export function ReadFailure({ error }: { error: unknown }) {
  if (!(error instanceof TooMany)) return <Failure error={error} />;
  return (
    <div class="failure" role="alert">
      <p>{error.message}</p>
      <FindCopies />
    </div>
  );
}

/** Puts the files that were read last into the collection, and looks for copies there. */
export function FindCopies() {
  const add = () => {
    filesToAdd.value = filesRead.value;
    go('documents');
  };
  return (
    <button type="button" class="button" onClick={add}>
      {say.value.findCopies}
    </button>
  );
}
