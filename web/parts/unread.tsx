/** Files that could not be read, with the reason for each; and work that was not kept. */
import type { ReadDocument } from '../api/types.ts';
import { isLost } from '../kept.ts';
import { say } from '../say/index.ts';
import { unread } from '../work.ts';

export function Unread() {
  return <FileProblems title={say.value.notRead} files={unread.value} />;
}

export function FileProblems({
  title,
  files,
}: {
  title: string;
  files: readonly Pick<ReadDocument, 'id' | 'reason'>[];
}) {
  if (files.length === 0) return null;
  return (
    <section class="failure" role="alert">
      <h2>{title}</h2>
      <ul class="plain-list">
        {files.map(({ id, reason = '' }, i) => (
          <li key={i}>
            <bdi class="id">{id}</bdi>: {reasonOf(reason)}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reason in the words and the language of the page. One that it has no words for is shown as the service tells it, without its options. */
function reasonOf(reason: string): string {
  const [, told] = say.value.reasons.find(([pattern]) => pattern.test(reason)) ?? [];
  return told ?? reason.replace(/; (?:raise|name) [^;]*`[^`]*`[^;]*$/, '.');
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
