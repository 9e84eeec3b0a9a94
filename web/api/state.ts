/** Asking the service from a component: what is loading, what came, and what went wrong. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export interface Asked<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
  readonly isBusy: boolean;
}

/** Asks when the component appears, and again when one of `causes` changes. What was asked before is dropped. */
export function useAsked<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  causes: readonly unknown[],
): Signal<Asked<Answer>> {
  const state = useSignal<Asked<Answer>>({ isBusy: true });
  useEffect(() => {
    const ended = new AbortController();
    state.value = { ...state.peek(), error: undefined, isBusy: true };
    ask(ended.signal).then(
      (answer) => {
        if (!ended.signal.aborted) state.value = { answer, isBusy: false };
      },
      (error: unknown) => {
        if (!ended.signal.aborted) state.value = { error, isBusy: false };
      },
    );
    return () => ended.abort();
  }, causes);
  return state;
}
