import { useState } from 'preact/hooks';
import { bodyOf } from '../api/client.ts';
import type { ListedVideo, VideoList } from '../api/types.ts';
import { api } from '../app/api.ts';
import { useActing } from '../ui/acting.ts';
import { Shown, useLoaded } from '../ui/loaded.tsx';
import { ProblemNote } from '../ui/problem-note.tsx';
import { useTitle } from '../ui/title.ts';
import { DropArea } from '../uploads/drop-area.tsx';
import { Interrupted } from '../uploads/interrupted.tsx';
import { arrivals, removeUpload, sendFiles, uploads } from '../uploads/own-uploads.ts';
import { TicketLink } from '../uploads/ticket-link.tsx';
import { UploadLine } from '../uploads/upload-line.tsx';
import { VideoCard } from './video-card.tsx';

const AT_ONCE = 12;

/** Videos of the organization, and files on their way. */
export function VideosPage() {
  useTitle('Videos');
  const first = useLoaded(() => page(), [arrivals.value]);
  return (
    <section>
      <h1>Videos</h1>
      <DropArea multiple onFiles={sendFiles} />
      <TicketLink />
      <Interrupted />
      {uploads.value.length > 0 && (
        <ul class="uploads" aria-label="Uploads">
          {uploads.value.map((upload) => (
            <UploadLine key={upload} upload={upload} isOwn onRemove={() => removeUpload(upload)} />
          ))}
        </ul>
      )}
      <Shown of={first}>
        {({ videos, next }) => (
          <List
            key={videos[0]?.video_id ?? ''}
            first={videos}
            firstNext={next}
            onErased={first.reload}
          />
        )}
      </Shown>
    </section>
  );
}

async function page(next?: string): Promise<VideoList> {
  const query = { limit: AT_ONCE, ...(next && { next }) };
  // What the client reads of an answer forgets the lengths of lists.
  return (await bodyOf(api.GET('/v1/videos', { params: { query } }))) as VideoList;
}

interface ListProps {
  readonly first: readonly ListedVideo[];
  readonly firstNext: string | null;
  readonly onErased: () => void;
}

function List({ first, firstNext, onErased }: ListProps) {
  const [older, setOlder] = useState<readonly ListedVideo[]>([]);
  const [next, setNext] = useState(firstNext);
  const { problem, act } = useActing();
  const loadOlder = () =>
    act(async () => {
      const more = await page(next ?? undefined);
      setOlder([...older, ...more.videos]);
      setNext(more.next);
    });
  if (first.length === 0) {
    return (
      <p class="empty">
        There are no videos yet. Drop one above: within a minute you can look at every second of it.
      </p>
    );
  }
  return (
    <>
      <ul class="videos">
        {[...first, ...older].map((video) => (
          <VideoCard
            key={video.video_id}
            listed={video}
            onErased={() => {
              setOlder(older.filter(({ video_id }) => video_id !== video.video_id));
              onErased();
            }}
          />
        ))}
      </ul>
      {problem && <ProblemNote problem={problem} />}
      {next !== null && (
        <button type="button" onClick={() => void loadOlder()}>
          Older videos
        </button>
      )}
    </>
  );
}
