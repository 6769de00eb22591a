import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import { type Problem, problemOf } from '../api/problem.ts';
import type { ListedVideo } from '../api/types.ts';
import { api } from '../app/api.ts';
import { Confirm } from '../ui/confirm.tsx';
import { bytes, clock, day, pixels } from '../ui/format.ts';
import { ProblemNote } from '../ui/problem-note.tsx';
import { Thumbnail } from './thumbnail.tsx';

export const nameOf = ({ video, url, video_id }: ListedVideo): string =>
  video?.title ?? url ?? video_id;

interface Props {
  readonly listed: ListedVideo;
  readonly onErased: () => void;
}

/** A video in the list: what it is, what was read of it, and until when it is kept. */
export function VideoCard({ listed, onErased }: Props) {
  const { video, video_id, size_bytes, expires_at, reads } = listed;
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<Problem | undefined>();
  const erase = async () => {
    setAsking(false);
    try {
      await bodyOf(api.DELETE('/v1/videos/{videoId}', { params: { path: { videoId: video_id } } }));
      onErased();
    } catch (thrown) {
      setProblem(problemOf(thrown));
    }
  };
  const levels = [...new Set(reads.map(({ operation, detail }) => detail ?? operation))];
  return (
    <li class="card">
      <a class="card-link" href={`/app/videos/${video_id}`}>
        <Thumbnail listed={listed} />
        <strong>{nameOf(listed)}</strong>
      </a>
      <p class="faint">
        {video ? `${pixels(video)} · ` : 'Not fetched yet · '}
        {size_bytes !== null && `${bytes(size_bytes)} · `}
        {video && clock(video.duration)}
      </p>
      <p class="faint">{levels.length > 0 ? `Read: ${levels.join(', ')}` : 'Not read yet'}</p>
      <p class="card-foot">
        <span class="faint">Kept until {day(expires_at)}</span>
        <button type="button" class="small" onClick={() => setAsking(true)}>
          Erase<span class="hidden"> {nameOf(listed)}</span>
        </button>
      </p>
      {problem && <ProblemNote problem={problem} />}
      {isAsking && (
        <Confirm
          title={`Erase ${nameOf(listed)}?`}
          action="Erase it"
          onConfirm={() => void erase()}
          onCancel={() => setAsking(false)}
        >
          <p>
            The file, all sheets, transcripts and answers of it are deleted now and cannot be
            brought back. Jobs that are running on it are cancelled and refunded. Reading the same
            file again costs the full price.
          </p>
        </Confirm>
      )}
    </li>
  );
}
