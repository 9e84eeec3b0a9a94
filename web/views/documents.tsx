/** The collection: browse, filter, find, add, remove. */
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { headTitle } from '../../src/apps/http/heads.ts';
import { inCollection, json, lines } from '../api/client.ts';
import { portions } from '../api/read-files.ts';
import { useWhenBack } from '../api/state.ts';
import type { DocumentPage, ListedDocument } from '../api/types.ts';
import { Drop } from '../parts/drop.tsx';
import { Busy, Failure } from '../parts/notice.tsx';
import { timeLeft } from '../parts/time-left.ts';
import { FileProblems } from '../parts/unread.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { WordSearch } from '../parts/word-search.tsx';
import { go, link } from '../route.ts';
import { say } from '../say/index.ts';
import { filesToAdd } from '../work.ts';

/** What the service says of a document that was sent. */
interface Added {
  readonly id: string;
  readonly state: string;
  readonly reason?: string;
}

/** Documents of one request. */
const PAGE = 500;
/** Files, and bytes of them, that are sent together: after each of them the page tells how far it is. */
const UPLOAD_FILES = 20;
const UPLOAD_BYTES = 16 << 20;

export function Documents() {
  const prefix = useSignal('');
  const total = useSignal(-1);
  const rows = useSignal<readonly ListedDocument[]>([]);
  const error = useSignal<unknown>(undefined);
  const told = useSignal('');
  const hasAdded = useSignal(false);
  const failed = useSignal<readonly Added[]>([]);
  const next = useRef<string | undefined>(undefined);
  const loading = useRef(false);
  const generation = useRef(0);

  /** Loads until the rows up to `to` are there. Cursors lead from page to page. */
  const load = async (to: number) => {
    if (loading.current) return;
    loading.current = true;
    const own = generation.current;
    try {
      while (rows.peek().length < to && (next.current !== undefined || rows.peek().length === 0)) {
        const query = new URLSearchParams({ limit: String(PAGE) });
        if (prefix.peek() !== '') query.set('prefix', prefix.peek());
        if (next.current !== undefined) query.set('after', next.current);
        const page = await json<DocumentPage>(`${inCollection('documents')}?${query}`);
        if (own !== generation.current) break;
        rows.value = [...rows.peek(), ...page.documents];
        total.value =
          page.next === undefined ? rows.peek().length : Math.max(page.total ?? 0, rows.peek().length);
        next.current = page.next;
        if (page.documents.length === 0) break;
      }
    } catch (problem) {
      error.value = problem;
    }
    loading.current = false;
  };
  const reload = () => {
    generation.current++;
    loading.current = false;
    next.current = undefined;
    rows.value = [];
    total.value = -1;
    error.value = undefined;
    void load(1);
  };
  useEffect(() => {
    const files = filesToAdd.peek();
    filesToAdd.value = [];
    if (files.length === 0) return reload();
    void add(files).then(() => {
      // what could not be added is told here
      if (hasAdded.peek() && failed.peek().length === 0) go('groups');
    });
  }, []);
  useWhenBack(() => error.peek(), reload);
  const add = async (files: readonly File[]) => {
    const answers: Added[] = [];
    const idsOf = (wanted: string) => answers.flatMap(({ id, state }) => (state === wanted ? [id] : []));
    error.value = undefined;
    hasAdded.value = false;
    failed.value = [];
    try {
      let done = 0;
      const left = timeLeft();
      for (const some of portions(files, UPLOAD_FILES, UPLOAD_BYTES)) {
        told.value = say.value.adding(done, files.length, left(done / files.length));
        const body = new FormData();
        for (const file of some) body.append('file', file, file.name);
        for await (const line of lines<Partial<Added>>(inCollection('documents'), { body }))
          if (line.state !== undefined) answers.push(line as Added);
        done += some.length;
      }
      failed.value = answers.filter(({ state }) => state === 'failed' || state === 'refused');
      hasAdded.value = answers.length > 1;
      const [replaced, unchanged] = [idsOf('replaced'), idsOf('unchanged').length];
      told.value = [
        say.value.addedAll(idsOf('added').length),
        ...(replaced.length > 0 ? [say.value.replaced(replaced)] : []),
        ...(unchanged > 0 ? [say.value.unchanged(unchanged)] : []),
      ].join(' ');
    } catch (problem) {
      told.value = '';
      error.value = problem;
    }
    reload();
  };
  return (
    <>
      <h1 tabIndex={-1}>{say.value.views.documents}</h1>
      <div class="actions">
        <label>
          {say.value.filterPrefix}{' '}
          <input
            type="search"
            value={prefix.value}
            onInput={(event) => {
              prefix.value = event.currentTarget.value;
              reload();
            }}
          />
        </label>
        <Drop small wide title={say.value.addDocuments} onFiles={add} />
        <span role="status">{told.value}</span>
        {hasAdded.value && <a href={link('groups')}>{say.value.findTheirCopies}</a>}
      </div>
      <WordSearch />
      <FileProblems title={say.value.notAdded} files={failed.value} />
      <Failure error={error.value} again={reload} />
      {total.value < 0 && error.value === undefined && <Busy />}
      {total.value === 0 && (
        <p class="nothing">{prefix.value === '' ? say.value.nothingHere : say.value.noSuchName}</p>
      )}
      {total.value > 0 && (
        <>
          <p class="note">{say.value.documents(total.value)}</p>
          <VirtualList
            total={total.value}
            label={say.value.browse}
            onRange={(_, to) => void load(to)}
            row={(number) => <Row document={rows.value[number]} />}
          />
        </>
      )}
    </>
  );
}

function Row({ document }: { document?: ListedDocument }) {
  if (document === undefined) return <span class="document-row">…</span>;
  const { id, words, lang, seen, start } = document;
  const title = headTitle(document);
  return (
    <a class="document-row" href={link('documents', id)}>
      <bdi class="id">{id}</bdi>
      <span class="start" dir="auto">
        {title !== undefined && <b>{title} </b>}
        {title !== undefined && start.startsWith(title) ? start.slice(title.length) : start}
      </span>
      <span>{say.value.words(words)}</span>
      <span>{lang}</span>
      <time dateTime={seen}>{say.value.date(seen)}</time>
    </a>
  );
}
