/** Watch: standing queries, and a live feed of what matched. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { collection, inCollection, json } from '../api/client.ts';
import { follow } from '../api/events.ts';
import { useHeads } from '../api/heads.ts';
import { useAsked } from '../api/state.ts';
import type { Watch as StandingQuery, WatchEvent } from '../api/types.ts';
import { AskFirst } from '../parts/ask-first.tsx';
import { DocumentName } from '../parts/document-name.tsx';
import { Failure } from '../parts/notice.tsx';
import { say } from '../say/index.ts';

/** Events that are shown; older ones are in the service. */
const SHOWN = 200;

export function Watch() {
  const round = useSignal(0);
  const error = useSignal<unknown>(undefined);
  const watches = useAsked(
    async () => (await json<{ watches: readonly StandingQuery[] }>(inCollection('watches'))).watches,
    [round.value],
  );
  const change = async (action: Promise<unknown>) => {
    error.value = undefined;
    try {
      await action;
      round.value++;
    } catch (problem) {
      error.value = problem;
    }
  };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const form = event.currentTarget as HTMLFormElement;
    const fields = new FormData(form);
    const passage = Number(fields.get('passage'));
    const like = Number(fields.get('like'));
    const kinds = { ...(passage > 0 && { passage }), ...(like > 0 && { like }) };
    const body = { texts: [String(fields.get('text'))], ...kinds };
    const put = json(inCollection('watches', String(fields.get('name'))), { method: 'PUT', body });
    // what was refused stays in the form, to be mended
    void change(put.then(() => form.reset()));
  };
  return (
    <>
      <h1 tabIndex={-1}>{say.value.watchTitle}</h1>
      <p class="lead">{say.value.watchLead}</p>
      <Failure error={error.value ?? watches.value.error} />
      <ul class="plain-list watches">
        {watches.value.answer?.map(({ id, texts, passage, like }) => (
          <li key={id}>
            <b>
              <bdi class="id">{id}</bdi>
            </b>{' '}
            <span class="start" dir="auto">
              {texts[0]}
            </span>{' '}
            {passage !== undefined && <small>≥ {say.value.words(passage)}</small>}{' '}
            {like !== undefined && <small>≥ {say.value.subjectFound(like)}</small>}{' '}
            <AskFirst
              name={say.value.remove}
              of={id}
              question={say.value.removeWatchSure(id)}
              action={() => change(json(inCollection('watches', id), { method: 'DELETE' }))}
            />
          </li>
        ))}
      </ul>
      <form class="watch-form" onSubmit={add}>
        <label>
          {say.value.watchName}
          <input name="name" required maxLength={200} />
        </label>
        <label class="wide">
          {say.value.watchText}
          <textarea name="text" required rows={4} />
        </label>
        <label>
          {say.value.watchPassage}
          <input name="passage" type="number" min={8} max={10_000} placeholder={say.value.example(20)} />
        </label>
        <label>
          {say.value.watchLike}
          <input
            name="like"
            type="number"
            min={0.01}
            max={1}
            step={0.01}
            placeholder={say.value.example(0.15)}
          />
        </label>
        <button type="submit" class="button">
          {say.value.addWatch}
        </button>
      </form>
      <LiveFeed />
    </>
  );
}

function LiveFeed() {
  const events = useSignal<readonly WatchEvent[]>([]);
  const isLive = useSignal(false);
  useEffect(() => {
    const ended = new AbortController();
    void follow(inCollection('events'), 0, {
      signal: ended.signal,
      onState: (live) => {
        isLive.value = live;
      },
      onEvent: ({ event, data }) => {
        if (event === 'match')
          events.value = [JSON.parse(data) as WatchEvent, ...events.value].slice(0, SHOWN);
      },
    });
    return () => ended.abort();
  }, [collection.value]);
  useHeads(events.value.map(({ id }) => id));
  return (
    <section>
      <h2>
        {say.value.feed}{' '}
        <small class={isLive.value ? 'live' : ''} role="status">
          {isLive.value ? say.value.live : say.value.notLive}
        </small>
      </h2>
      {events.value.length === 0 && <p class="note">{say.value.noEvents}</p>}
      <ol class="plain-list feed" aria-live="polite">
        {events.value.map((event) => (
          <li key={event.position} data-position={event.position}>
            <time dateTime={event.time}>{say.value.date(event.time)}</time> <DocumentName id={event.id} />{' '}
            {say.value.matched(event.watch)}: {reasonsOf(event)}
          </li>
        ))}
      </ol>
    </section>
  );
}

function reasonsOf({ near, passage, like }: WatchEvent): string {
  return [
    ...(near === undefined ? [] : [say.value.percent(near.resemblance)]),
    ...(passage === undefined ? [] : [say.value.passageFound(passage.words)]),
    ...(like === undefined
      ? []
      : [`${say.value.subjectFound(like.score)} (${say.value.sharedTerms(like.shared)})`]),
  ].join(', ');
}
