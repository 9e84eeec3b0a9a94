/** The keys of the service: a list, a new one, and its secret, which is shown once. */
import { signal, useSignal } from '@preact/signals';
import { json, key as ownKey, useKey } from '../api/client.ts';
import { useAsked } from '../api/state.ts';
import type { ServiceKey } from '../api/types.ts';
import { say } from '../say/index.ts';
import { AskFirst } from './ask-first.tsx';
import { Failure } from './notice.tsx';

const SCOPES = ['read', 'write', 'watch', 'metrics', 'admin'];

/** The secret of the last new key, until it is put away. It outlives the view, which begins anew with the first key. */
const secret = signal('');

export function Keys() {
  const round = useSignal(0);
  const error = useSignal<unknown>(undefined);
  const keys = useAsked(
    async () => (await json<{ keys: readonly ServiceKey[] }>('v1/keys')).keys,
    [round.value],
  );
  const isFirst = keys.value.answer?.length === 0;
  const isCopied = useSignal(false);
  const attempt = async (action: () => Promise<void>) => {
    error.value = undefined;
    try {
      await action();
    } catch (problem) {
      error.value = problem;
    }
    round.value++;
  };
  const create = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = new FormData(form);
    void attempt(async () => {
      const scopes = isFirst ? ['admin'] : SCOPES.filter((scope) => fields.has(scope));
      const body = { name: String(fields.get('name')), scopes };
      isCopied.value = false;
      secret.value = (await json<{ secret: string }>('v1/keys', { body })).secret;
      form.reset();
      // from the first key on this page needs one, too
      if (ownKey.value === '') useKey(secret.value);
    });
  };
  return (
    <section>
      <h2>{say.value.keysTitle}</h2>
      <Failure error={error.value ?? keys.value.error} />
      {isFirst && (
        <p class="note">
          {say.value.noKeys} {say.value.firstKey}
        </p>
      )}
      <ul class="plain-list">
        {keys.value.answer?.map((each) => (
          <KeyRow key={each.key} {...{ each, attempt }} />
        ))}
      </ul>
      {secret.value !== '' && (
        <p class="secret" role="status">
          {say.value.keyOnce} <code>{secret.value}</code>{' '}
          {/* a page without TLS may not write to the clipboard */}
          {navigator.clipboard !== undefined && (
            <button
              type="button"
              class="button quiet"
              onClick={() =>
                attempt(async () => {
                  await navigator.clipboard.writeText(secret.value);
                  isCopied.value = true;
                })
              }
            >
              {isCopied.value ? say.value.keyCopied : say.value.copyKey}
            </button>
          )}{' '}
          <button
            type="button"
            class="button quiet"
            onClick={() => {
              secret.value = '';
            }}
          >
            {say.value.close}
          </button>
        </p>
      )}
      <form class="watch-form" onSubmit={create}>
        <label>
          {say.value.keyName}
          <input name="name" required maxLength={100} />
        </label>
        {!isFirst && (
          <fieldset class="exclusions">
            <legend>{say.value.scopesTitle}</legend>
            {SCOPES.map((scope) => (
              <label key={scope}>
                <input type="checkbox" name={scope} defaultChecked={scope === 'read'} />
                {say.value.scopeNames[scope]}
              </label>
            ))}
          </fieldset>
        )}
        <button type="submit" class="button">
          {say.value.newKey}
        </button>
      </form>
    </section>
  );
}

function KeyRow({
  each: { key, name, scopes },
  attempt,
}: {
  each: ServiceKey;
  attempt: (action: () => Promise<void>) => Promise<void>;
}) {
  const revoke = async () => void (await json(`v1/keys/${encodeURIComponent(key)}`, { method: 'DELETE' }));
  return (
    <li>
      <b>{name ?? key}</b>{' '}
      <small>{scopes.map((scope) => say.value.scopeNames[scope] ?? scope).join(', ')}</small>{' '}
      <AskFirst
        name={say.value.revoke}
        of={name ?? key}
        question={say.value.revokeSure(name ?? key)}
        action={() => attempt(revoke)}
      />
    </li>
  );
}
