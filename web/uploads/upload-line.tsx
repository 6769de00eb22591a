import { bytes } from '../ui/format.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import type { Upload, UploadState } from './upload.ts';

const SAID: Readonly<Record<UploadState, string>> = {
  looking: 'Looking whether it is here already…',
  sending: '',
  waiting: 'It goes on by itself.',
  paused: 'Paused.',
  reading: 'All of it has arrived. It is being read…',
  done: 'Done.',
  known: 'This file is here already.',
  failed: 'Stopped.',
};

interface Props {
  readonly upload: Upload;
  /** Takes it off the list. */
  readonly onRemove: () => void;
  /** Whether whoever sends it may look at the video. */
  readonly isOwn: boolean;
  /** Nothing more can be done about it here. */
  readonly isFinal?: boolean;
}

/** How far one file is, and what can be done with it. */
export function UploadLine({ upload, onRemove, isOwn, isFinal = false }: Props) {
  const { file } = upload;
  const state = upload.state.value;
  const sent = upload.sent.value;
  const isUnderWay = state === 'sending' || state === 'waiting' || state === 'looking';
  const isOver = state === 'done' || state === 'known';
  const percent = Math.floor((sent / Math.max(file.size, 1)) * 100);
  return (
    <li class="upload" data-state={state}>
      <p class="upload-name">
        <strong>{file.name}</strong> <span class="faint">{bytes(file.size)}</span>
      </p>
      {!isOver && (
        <progress max={file.size} value={sent} aria-label={`${file.name}, ${percent} % sent`} />
      )}
      <p role="status">
        {state === 'waiting' && `${upload.waitsFor.value} `}
        {SAID[state]}
        {state === 'sending' && `${percent} % · ${bytes(sent)} of ${bytes(file.size)}`}
      </p>
      {upload.problem.value && <ProblemNote problem={upload.problem.value} />}
      <p class="actions">
        {isUnderWay && (
          <button type="button" onClick={() => upload.pause()}>
            Pause
          </button>
        )}
        {(state === 'paused' || state === 'failed') && !isFinal && (
          <button type="button" onClick={() => void upload.start()}>
            {state === 'paused' ? 'Go on' : 'Try again'}
          </button>
        )}
        {isOver && isOwn && (
          <a class="button" href={`/app/videos/${upload.videoId.value}`}>
            Open
          </a>
        )}
        {(isOwn || !isOver) && state !== 'reading' && !isFinal && (
          <button
            type="button"
            onClick={() => {
              if (!isOver) upload.cancel();
              onRemove();
            }}
          >
            {isOver ? 'Remove from this list' : 'Cancel'}
          </button>
        )}
      </p>
    </li>
  );
}
