/** What does not count: quotations, the bibliography, and template texts. */
import { type Signal, useSignal } from '@preact/signals';
import { readFiles } from '../api/read-files.ts';
import { say } from '../say/index.ts';
import { type ClassResult, classExclusions } from '../work.ts';
import { Drop } from './drop.tsx';
import { Failure } from './notice.tsx';

/** @param of What they change. @param found In how many documents of a class there are quotations, and a bibliography, if that is known. */
export function ExclusionFields({
  found,
  of: { templates, excludeQuotations, excludeBibliography } = classExclusions,
}: {
  found?: Pick<ClassResult, 'withQuotations' | 'withBibliography'> | undefined;
  of?: typeof classExclusions;
}) {
  const told = (what: string, value: number | undefined) =>
    value === undefined ? what : say.value.inDocuments(what, value);
  const error = useSignal<unknown>(undefined);
  const add = async (files: readonly File[]) => {
    error.value = undefined;
    try {
      const texts = await readFiles(files);
      const names = new Set(texts.map(({ id }) => id));
      templates.value = [...templates.value.filter(({ id }) => !names.has(id)), ...texts];
    } catch (problem) {
      error.value = problem;
    }
  };
  return (
    <fieldset class="exclusions">
      <legend>{say.value.excludeTitle}</legend>
      <Choice of={excludeQuotations} name={told(say.value.excludeQuotations, found?.withQuotations)} />
      <Choice of={excludeBibliography} name={told(say.value.excludeBibliography, found?.withBibliography)} />
      {templates.value.map(({ id }) => (
        <span class="chip" key={id}>
          <bdi class="id">{id}</bdi>
          <button
            type="button"
            aria-label={`${say.value.remove}: ${id}`}
            onClick={() => {
              templates.value = templates.value.filter((template) => template.id !== id);
            }}
          >
            ×
          </button>
        </span>
      ))}
      <Drop small title={say.value.addTemplate} onFiles={add} />
      <Failure error={error.value} />
    </fieldset>
  );
}

function Choice({ of, name }: { of: Signal<boolean>; name: string }) {
  return (
    <label>
      <input
        type="checkbox"
        checked={of.value}
        onChange={(event) => {
          of.value = event.currentTarget.checked;
        }}
      />
      {name}
    </label>
  );
}
