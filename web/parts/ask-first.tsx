/** A button whose action cannot be taken back: it asks first. */
import { useSignal } from '@preact/signals';
import { say } from '../say/index.ts';

export function AskFirst({
  name,
  of,
  question,
  action,
}: {
  /** What the button says. */
  name: string;
  /** What the action is done to; heard with the name. */
  of: string;
  question: string;
  action: () => unknown;
}) {
  const asks = useSignal(false);
  const turn = () => {
    asks.value = !asks.value;
  };
  if (!asks.value)
    return (
      <button type="button" class="button quiet" aria-label={`${name}: ${of}`} onClick={turn}>
        {name}
      </button>
    );
  return (
    <>
      <span role="status">{question}</span>{' '}
      <button type="button" class="button danger" onClick={action}>
        {name}
      </button>{' '}
      <button type="button" class="button quiet" onClick={turn}>
        {say.value.cancel}
      </button>
    </>
  );
}
