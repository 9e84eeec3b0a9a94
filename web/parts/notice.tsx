/** What is going on, and what went wrong. Both are read out. */
import { Away, isAway, Problem } from '../api/client.ts';
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
  // the frame of the page tells that the service is away
  if (error === undefined || (error instanceof Away && isAway.value)) return null;
  const advice = error instanceof Problem ? error.advice : '';
  const message = error instanceof Error ? error.message : String(error);
  return (
    <div class="failure" role="alert">
      <p>
        <b>{say.value.failed}</b> {error instanceof Away ? say.value.wasAway : message} {advice}
      </p>
      {again !== undefined && (
        <button type="button" onClick={again}>
          {say.value.again}
        </button>
      )}
    </div>
  );
}
