/** Files that could not be read, with the reason for each; and work that was not kept. */
import { reasonTold } from '../../src/report/pages/reasons.ts';
import { visible } from '../../src/visible.ts';
import type { ReadDocument } from '../api/types.ts';
import { isLost } from '../kept.ts';
import { say } from '../say/index.ts';
import { type UnseenIn, unread, unseen } from '../work.ts';

/** More files than these are told by their number, and listed on request: what was read comes first. */
const MOST_OPEN = 3;

export function Unread() {
  return (
    <>
      <FileProblems title={say.value.notRead} files={unread.value} />
      <UnseenLetters />
    </>
  );
}

export function UnseenLetters() {
  return <FileProblems title={say.value.unseenTitle} files={unseen.value.map(told)} />;
}

function told({ id, words, text }: UnseenIn) {
  return { id, reason: say.value.unseenText(words, visible(text)) };
}

export function FileProblems({
  title,
  files,
}: {
  title: string;
  files: readonly Pick<ReadDocument, 'id' | 'reason'>[];
}) {
  if (files.length === 0) return null;
  const list = (
    <ul class="plain-list">
      {files.map(({ id, reason = '' }, i) => (
        <li key={i}>
          <bdi class="id">{id}</bdi>: {reasonTold(reason)}
        </li>
      ))}
    </ul>
  );
  const heading = (
    <h2>
      {title}: {say.value.number(files.length)}
    </h2>
  );
  return (
    <section class="failure" role="alert">
      {files.length <= MOST_OPEN ? (
        <>
          {heading}
          {list}
        </>
      ) : (
        <details>
          <summary>{heading}</summary>
          {list}
        </details>
      )}
    </section>
  );
}

/** Says that what the user was working on is gone, and what to do. */
export function Lost() {
  if (!isLost.value) return null;
  return (
    <p class="failure" role="alert">
      {say.value.workLost}
    </p>
  );
}
