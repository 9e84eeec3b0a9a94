/** A place to drop files on, or to choose them. Files that are dropped beside it must not lead away from the page. */
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { chosenFiles, filesDropped } from '../../src/apps/page/given.ts';
import { shownFormats } from '../../src/read/format-table.ts';
import { say } from '../say/index.ts';
import { Failure } from './notice.tsx';

export interface DropProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly title?: string;
  /** A button; else a large box. */
  readonly small?: boolean;
  /** Takes what is dropped anywhere on the page. A large box always does. */
  readonly wide?: boolean;
}

interface Taker {
  readonly isOver: Signal<boolean>;
  readonly drop: (event: DragEvent) => void;
}

/** The place that takes what is dropped beside all places. */
let wideTaker: Taker | undefined;

addEventListener('dragover', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  if (wideTaker !== undefined) wideTaker.isOver.value = true;
  else if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
});
addEventListener('dragleave', () => {
  if (wideTaker !== undefined) wideTaker.isOver.value = false;
});
addEventListener('drop', (event) => {
  if (!hasFiles(event)) return;
  event.preventDefault();
  wideTaker?.drop(event);
});

export function Drop({ onFiles, title, small = false, wide = !small }: DropProps) {
  const isOver = useSignal(false);
  const error = useSignal<unknown>(undefined);
  const take = useRef(onFiles);
  take.current = onFiles;
  const give = async (given: Promise<readonly File[]>) => {
    error.value = undefined;
    try {
      const files = await given;
      if (files.length > 0) take.current(files);
      else error.value = new Error(say.value.nothingDropped);
    } catch (problem) {
      error.value = problem;
    }
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    event.stopPropagation();
    isOver.value = false;
    if (event.dataTransfer !== null) await give(filesDropped(event.dataTransfer));
  };
  useEffect(() => {
    if (!wide) return undefined;
    const own = { isOver, drop };
    wideTaker = own;
    return () => {
      if (wideTaker === own) wideTaker = undefined;
    };
  }, [wide]);
  const choose = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    if (input.files !== null && input.files.length > 0) void give(chosenFiles(input.files));
    // the same choice again is a choice too
    input.value = '';
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is an addition, the button inside does the same
    <div
      class={`drop${isOver.value ? ' over' : ''}${small ? ' small' : ''}`}
      onDragOver={(event) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        event.stopPropagation();
        isOver.value = true;
      }}
      onDragLeave={() => {
        isOver.value = false;
      }}
      onDrop={drop}
    >
      {!small && <p class="drop-title">{title ?? say.value.dropHere}</p>}
      <label class="button">
        {small ? title : say.value.chooseFiles}
        <input type="file" multiple class="unseen" onChange={choose} />
      </label>
      {!small && (
        <label class="button">
          {say.value.chooseFolder}
          {/* @ts-expect-error: Preact's types have no such attribute */}
          <input type="file" webkitdirectory class="unseen" onChange={choose} />
        </label>
      )}
      {!small && <p class="note">{say.value.formats(shownFormats())}</p>}
      <Failure error={error.value} />
    </div>
  );
}

/** Text that is dragged into a field is left to the browser. */
function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
