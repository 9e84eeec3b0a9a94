/** What is going on, and what went wrong. Both are read out. */
import { Problem } from '../api/client.ts';
import { say } from '../say/index.ts';

export function Busy({ text }: { text?: string }) {
  return (
    <p class="busy" role="status">
      <span class="spinner" aria-hidden="true" />
      {text ?? say.value.loading}
    </p>
  );
}

export function Failure({ error, again }: { error: unknown; again?: () => void }) {
  if (error === undefined) return null;
  const advice = error instanceof Problem ? error.advice : '';
  return (
    <div class="failure" role="alert">
      <p>
        <b>{say.value.failed}</b> {error instanceof Error ? error.message : String(error)} {advice}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          {say.value.again}
        </button>
      )}
    </div>
  );
}
