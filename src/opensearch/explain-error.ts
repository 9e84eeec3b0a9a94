/** Explains what a cluster answers in words that name the cause, and says which answers pass by themselves. */
import { NeardupError } from '../errors.ts';

/** An answer with an error. */
export interface ErrorAnswer {
  readonly status: number;
  /** `index_not_found_exception` … */
  readonly type: string;
  readonly reason: string;
}

/** The answer as both engines give it; anything else is shown as it came. */
export function errorIn(status: number, body: unknown): ErrorAnswer {
  const { error } = (body ?? {}) as { error?: unknown };
  if (typeof error !== 'object' || error === null) {
    const reason = typeof error === 'string' ? error : String(JSON.stringify(body) ?? '');
    return { status, type: '', reason: reason.slice(0, 300) };
  }
  const cause = causeIn(error as Cause);
  return { status, type: cause.type ?? '', reason: String(cause.reason ?? '').slice(0, 500) };
}

interface Cause {
  readonly type?: string;
  readonly reason?: string;
  readonly root_cause?: readonly Cause[];
  readonly failed_shards?: readonly { readonly reason?: Cause }[];
}

/** The innermost cause says most. */
function causeIn(error: Cause): Cause {
  return error.failed_shards?.[0]?.reason ?? error.root_cause?.[0] ?? error;
}

/** Whether the request should be sent again after a pause: the cluster is busy, or has no node for it just now. */
export function passes({ status, type, reason }: ErrorAnswer): boolean {
  if (type === 'cluster_block_exception') return /SERVICE_UNAVAILABLE\/(1|2)\//.test(reason);
  if (type === 'too_many_scroll_contexts_exception') return false;
  return status === 429 || status === 502 || status === 503 || status === 504;
}

export function explain(answer: ErrorAnswer, where: string): NeardupError {
  const { status, type, reason } = answer;
  const failed = (what: string, advice: string) =>
    new NeardupError('CLUSTER_FAILED', `${where} ${what}${reason === '' ? '.' : `: ${reason}`}`, { advice });
  if (status === 401)
    return new NeardupError('CLUSTER_FAILED', `${where} does not accept the user, the password or the key.`, {
      advice: 'Correct them in the address, or in NEARDUP_OPENSEARCH_API_KEY, _USER and _PASSWORD.',
    });
  if (type === 'cluster_block_exception') {
    if (/\/12\/|flood|read-only-allow-delete/.test(reason))
      return new NeardupError('NO_SPACE', `${where} takes no more documents: ${reason}`, {
        advice: 'Free some space on the disks of the cluster, or add a node. Questions are still answered.',
      });
    if (status === 403) return failed('refuses changes', 'Lift the block of the index, then try again.');
    return failed('cannot answer', 'Wait until the cluster has a manager and all its parts.');
  }
  if (status === 403)
    return failed('refuses this to the user', 'Give the user the rights that docs/opensearch.md lists.');
  if (type === 'index_not_found_exception' || type === 'alias_not_found_exception')
    return new NeardupError('NO_COLLECTION', `${where} has no such index.`, {
      advice: 'Check the address, or make the collection first.',
    });
  if (status === 413)
    return new NeardupError('TOO_LARGE', `${where} takes no request of this size.`, {
      advice: 'Raise http.max_content_length of the cluster, or leave out the largest document.',
    });
  if (/no_shard_available|unavailable_shards|search_phase_execution/.test(type) || status === 503)
    return failed(
      'cannot answer from all parts of the index',
      'See its health: a part has no node that holds it. Nothing acknowledged is lost.',
    );
  if (status === 429) return failed('is too busy', 'Add documents more slowly, or add nodes.');
  return failed(`answers ${status}${type === '' ? '' : ` (${type})`}`, 'Check the cluster, then try again.');
}
