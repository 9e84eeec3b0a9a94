/** Saves the class under a name. Another class with this name is replaced only if that is wanted. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listClasses, putClass } from '../api/classes.ts';
import { say } from '../say/index.ts';
import { classContent, essays, isChanged, savedClass } from '../work.ts';
import { Failure } from './notice.tsx';

export function SaveClass() {
  const name = useSignal(savedClass.value?.class ?? '');
  const error = useSignal<unknown>(undefined);
  const said = useSignal('');
  /** The class that would be replaced. */
  const other = useSignal<string | undefined>(undefined);
  const put = async (replaces: string | undefined) => {
    other.value = undefined;
    savedClass.value = await putClass(name.value.trim(), classContent(), replaces);
    isChanged.value = false;
    said.value = say.value.savedAt(say.value.date(savedClass.value.saved));
  };
  const attempt = async (action: () => Promise<void>) => {
    error.value = undefined;
    said.value = '';
    await action().catch((problem: unknown) => {
      error.value = problem;
    });
  };
  const save = async () => {
    const own = savedClass.value;
    const wanted = name.value.trim();
    if (own?.class === wanted) return put(own.saved);
    const there = (await listClasses()).classes.find((each) => each.class === wanted);
    if (there === undefined) return put(undefined);
    other.value = there.saved;
  };
  // a class that has a name is kept as it is shown
  useEffect(() => {
    const own = savedClass.value;
    if (own === undefined || !isChanged.value) return;
    name.value = own.class;
    void attempt(() => put(own.saved));
  }, [essays.value]);
  return (
    <form
      class="actions save-class"
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(save);
      }}
    >
      <label>
        {say.value.className}{' '}
        <input
          type="text"
          maxLength={200}
          value={name.value}
          onInput={(event) => {
            name.value = event.currentTarget.value;
            other.value = undefined;
          }}
        />
      </label>
      <button type="submit" class="button quiet" disabled={name.value.trim() === ''}>
        {say.value.saveClass}
      </button>
      {other.value !== undefined && (
        <>
          <span role="status">{say.value.replaceClassSure(say.value.date(other.value))}</span>
          <button type="button" class="button danger" onClick={() => attempt(() => put(other.value))}>
            {say.value.replaceClass}
          </button>
        </>
      )}
      <span role="status">
        {isChanged.value && savedClass.value !== undefined ? say.value.notSavedYet : said.value}
      </span>
      <Failure error={error.value} />
    </form>
  );
}
