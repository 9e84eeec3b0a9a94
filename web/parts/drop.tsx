/** A place to drop files on, or to choose them. */
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { droppedFiles } from '../../src/apps/page/given.ts';
import { say } from '../say/index.ts';

export interface DropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly title?: string;
  readonly small?: boolean;
}

export function Drop({ onFiles, title, small }: DropProps) {
  const isOver = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    isOver.value = false;
    if (event.dataTransfer === null) return;
    const files = await droppedFiles(event.dataTransfer);
    if (files.length > 0) onFiles(files);
  };
  const choose = () => {
    const files = Array.from(input.current?.files ?? []);
    if (files.length > 0) onFiles(files);
    // the same choice again is a choice too
    if (input.current !== null) input.current.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition, the button inside does the same
    <div
      class={`drop${isOver.value ? ' over' : ''}${small === true ? ' small' : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={drop}
    >
      {small !== true && <p class="drop-title">{title ?? say.value.dropHere}</p>}
      <label class="button">
        {small === true ? title : say.value.chooseFiles}
        <input ref={input} type="file" multiple class="unseen" onChange={choose} />
      </label>
      {small !== true && <p class="note">{say.value.formats}</p>}
    </div>
  );
}
