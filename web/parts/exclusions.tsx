/** What does not count: quotations, the bibliography, and template texts. */
import { useSignal } from '@preact/signals';
import { readFiles } from '../api/read-files.ts';
import { say } from '../say/index.ts';
import { excludeBibliography, excludeQuotations, templates } from '../work.ts';
import { Drop } from './drop.tsx';
import { Failure } from './notice.tsx';

export function ExclusionFields() {
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
      <label>
        <input
          type="checkbox"
          checked={excludeQuotations.value}
          onChange={(event) => {
            excludeQuotations.value = event.currentTarget.checked;
          }}
        />
        {say.value.excludeQuotations}
      </label>
      <label>
        <input
          type="checkbox"
          checked={excludeBibliography.value}
          onChange={(event) => {
            excludeBibliography.value = event.currentTarget.checked;
          }}
        />
        {say.value.excludeBibliography}
      </label>
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
