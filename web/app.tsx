/** The frame of the page: the menu, and the view that the address names. */
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { collection, isAway, json, key, keyWanted, useCollection, useKey } from './api/client.ts';
import { useAsked } from './api/state.ts';
import type { ServedCollection } from './api/types.ts';
import { go, link, route } from './route.ts';
import { say } from './say/index.ts';
import { Check } from './views/check.tsx';
import { Class } from './views/class.tsx';
import { Compare } from './views/compare.tsx';
import { Document } from './views/document.tsx';
import { Documents } from './views/documents.tsx';
import { Groups } from './views/groups.tsx';
import { Settings } from './views/settings.tsx';
import { Start } from './views/start.tsx';
import { Watch } from './views/watch.tsx';

/** Keys after `g`, and the views they lead to. */
const KEYS: Readonly<Record<string, string>> = {
  s: '',
  c: 'check',
  l: 'class',
  d: 'documents',
  g: 'groups',
  w: 'watch',
  t: 'settings',
};

export function App() {
  const [view] = route.value;
  const address = route.value.join('/');
  useEffect(() => {
    document.title = `${say.value.views[view] ?? say.value.compareTwo} – neardup`;
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [address]);
  useShortcuts();
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {say.value.skip}
      </button>
      <header class="bar-top">
        <a class="brand" href={link('')}>
          neardup
        </a>
        <nav aria-label={say.value.menu}>
          {Object.entries(say.value.views).map(([name, title]) => (
            <a href={link(name)} key={name} aria-current={name === view ? 'page' : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <CollectionChoice />
      </header>
      <main id="main" tabIndex={-1} key={`${collection.value} ${key.value}`}>
        {isAway.value && (
          <p class="failure" role="alert">
            {say.value.away}
          </p>
        )}
        {keyWanted.value ? <KeyForm /> : <View />}
      </main>
    </>
  );
}

function View() {
  const [view, first = '', second = '', place = ''] = route.value;
  if (view === 'check') return <Check />;
  if (view === 'class') return <Class />;
  if (view === 'documents') return first === '' ? <Documents /> : <Document id={first} key={first} />;
  if (view === 'compare') return <Compare a={first} b={second} place={place} key={route.value.join('\0')} />;
  if (view === 'groups') return <Groups />;
  if (view === 'watch') return <Watch />;
  if (view === 'settings') return <Settings />;
  return <Start />;
}

/** If the service has several collections, one is chosen. */
function CollectionChoice() {
  const found = useAsked(
    async () => (await json<{ collections: readonly ServedCollection[] }>('v1/collections')).collections,
    [key.value],
  );
  const names = found.value.answer?.map(({ name }) => name) ?? [];
  useEffect(() => {
    if (names.length > 0 && !names.includes(collection.value)) useCollection(names[0]);
  }, [names.join('\0')]);
  if (names.length < 2) return null;
  return (
    <label class="collection-choice">
      <span class="unseen">{say.value.collectionTitle}</span>
      <select value={collection.value} onChange={(event) => useCollection(event.currentTarget.value)}>
        {names.map((name) => (
          <option value={name} key={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function KeyForm() {
  const value = useSignal('');
  return (
    <form
      class="key-form"
      onSubmit={(event) => {
        event.preventDefault();
        useKey(value.value.trim());
      }}
    >
      <h1 tabIndex={-1}>{say.value.keyNeeded}</h1>
      <p class="note">{say.value.keyNote}</p>
      <label>
        {say.value.keyField}
        <input
          type="password"
          autocomplete="off"
          value={value.value}
          onInput={(event) => {
            value.value = event.currentTarget.value;
          }}
        />
      </label>
      <button type="submit" class="button">
        {say.value.save}
      </button>
    </form>
  );
}

/** `g d` goes to the collection, and so on. */
function useShortcuts(): void {
  useEffect(() => {
    let isGo = false;
    const press = (event: KeyboardEvent) => {
      const { tagName } = event.target as Element;
      if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(tagName)) return;
      if (isGo && Object.hasOwn(KEYS, event.key)) go(KEYS[event.key]);
      isGo = !isGo && event.key === 'g';
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
