/** Asking the service from a component: what is loading, what came, and what went wrong. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { Away, isAway } from './client.ts';

/** Calls `again` when the service is back, if it was away when it was asked last. */
export function useWhenBack(error: () => unknown, again: () => void): void {
  useEffect(
    () =>
      isAway.subscribe((away) => {
        if (!away && error() instanceof Away) again();
      }),
    [],
  );
}

export interface Asked<Answer> {
  readonly answer?: Answer;
  readonly error?: unknown;
  readonly isBusy: boolean;
}

/**
 * Asks when the component appears, when one of `causes` changes, and when the service is back after it did not answer. What was asked before
 * is dropped.
 */
export function useAsked<Answer>(
  ask: (signal: AbortSignal) => Promise<Answer>,
  causes: readonly unknown[],
): Signal<Asked<Answer>> {
  const state = useSignal<Asked<Answer>>({ isBusy: true });
  const round = useSignal(0);
  useWhenBack(
    () => state.peek().error,
    () => {
      round.value++;
    },
  );
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
  }, [...causes, round.value]);
  return state;
}
