import { useMemo, useState } from 'preact/hooks';
import { DropArea } from '../uploads/drop-area.tsx';
import { uploadMemory } from '../uploads/memory.ts';
import { Upload } from '../uploads/upload.ts';
import { UploadLine } from '../uploads/upload-line.tsx';

/** Takes one file from somebody who was sent a link, and shows how far it is. */
export function TicketPage({ ticket }: { ticket: string }) {
  const options = useMemo(() => ({ ticket, memory: uploadMemory(() => ticket) }), [ticket]);
  const [upload, setUpload] = useState<Upload | undefined>();
  const [interrupted] = options.memory.all();
  const isRefused = upload?.problem.value?.is('unauthorized') ?? false;
  const isUsedUp = isRefused || options.memory.hasRefused();
  const begin = ([file]: readonly File[]) => {
    if (!file) return;
    const next = new Upload(file, options);
    setUpload(next);
    void next.start();
  };
  return (
    <main class="ticket">
      <h1>Send a video</h1>
      {upload ? (
        <>
          <ul class="uploads" aria-label="Upload">
            <UploadLine
              upload={upload}
              isOwn={false}
              isFinal={isUsedUp}
              onRemove={() => setUpload(undefined)}
            />
          </ul>
          {upload.state.value === 'done' && <p>The video has arrived. You can close this page.</p>}
        </>
      ) : (
        !isUsedUp && (
          <>
            <p>Somebody asked you for one video. You need no account.</p>
            {interrupted && (
              <p class="note">
                {interrupted.begun.name} was not sent to its end: choose it again, and it goes on
                where it stopped.
              </p>
            )}
            <DropArea multiple={false} onFiles={begin} />
          </>
        )
      )}
      {isUsedUp && (
        <p class="note">
          This link takes no other file: it is used up or over. Ask whoever sent it to you for a new
          one.
        </p>
      )}
    </main>
  );
}
