/** The classes that the service keeps: to go on with one, or to remove it. */
import { useSignal } from '@preact/signals';
import { deleteClass, getClass, listClasses } from '../api/classes.ts';
import { useAsked } from '../api/state.ts';
import { say } from '../say/index.ts';
import { openClass } from '../work.ts';
import { AskFirst } from './ask-first.tsx';
import { Failure } from './notice.tsx';

export function SavedClasses() {
  const round = useSignal(0);
  const error = useSignal<unknown>(undefined);
  const found = useAsked(listClasses, [round.value]);
  const attempt = async (action: () => Promise<void>) => {
    error.value = undefined;
    await action().catch((problem: unknown) => {
      error.value = problem;
    });
  };
  const open = (name: string) => attempt(async () => openClass(await getClass(name)));
  const remove = (name: string) =>
    attempt(async () => {
      await deleteClass(name);
      round.value++;
    });
  const { classes = [], broken = [] } = found.value.answer ?? {};
  return (
    <>
      <Failure error={error.value ?? found.value.error} />
      {classes.length + broken.length > 0 && (
        <section>
          <h2>{say.value.savedClasses}</h2>
          <ul class="plain-list saved-classes">
            {classes.map(({ class: name, saved, documents, damaged }) => (
              <li key={name}>
                <button type="button" class="open-pair" onClick={() => open(name)}>
                  <bdi>{name}</bdi>
                </button>{' '}
                <span class="note">
                  {say.value.documents(documents)}, {say.value.date(saved)}
                  {damaged > 0 && ` – ${say.value.documentsLost(damaged)}`}
                </span>{' '}
                <AskFirst
                  name={say.value.remove}
                  of={name}
                  question={say.value.removeClassSure(name)}
                  action={() => remove(name)}
                />
              </li>
            ))}
            {broken.map(({ file, reason, advice }) => (
              <li key={file} class="failure">
                {reason} {advice}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
