/** Files that could not be read, with the reason for each. */
import { say } from '../say/index.ts';
import { unread } from '../work.ts';

export function Unread() {
  if (unread.value.length === 0) return null;
  return (
    <section class="failure" role="alert">
      <h2>{say.value.notRead}</h2>
      <ul>
        {unread.value.map(({ id, reason }, i) => (
          <li key={i}>
            <bdi class="id">{id}</bdi>: {reason}
          </li>
        ))}
      </ul>
    </section>
  );
}
