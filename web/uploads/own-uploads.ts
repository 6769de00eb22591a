import { signal } from '@preact/signals';
import { bodyOf } from '../api/client.ts';
import { api, goToSignIn, shown } from '../app/api.ts';
import { uploadMemory } from './memory.ts';
import { Upload } from './upload.ts';

const FILES_AT_ONCE = 2;

/** Files that this page sends, whichever page is looked at. */
export const uploads = signal<readonly Upload[]>([]);

/** Counts up whenever a video has come. */
export const arrivals = signal(0);

export const ownMemory = uploadMemory(() => shown() ?? '');

async function findSame(sha256: string): Promise<string | undefined> {
  const { videos } = await bodyOf(api.GET('/v1/videos', { params: { query: { sha256 } } }));
  return videos[0]?.video_id;
}

const options = {
  memory: ownMemory,
  findSame,
  shown,
  onSignedOut: goToSignIn,
  onDone: () => {
    arrivals.value += 1;
  },
};

const waiting: Upload[] = [];
let running = 0;

async function runNext(): Promise<void> {
  const next = running < FILES_AT_ONCE ? waiting.shift() : undefined;
  if (!next) return;
  running += 1;
  if (uploads.value.includes(next)) await next.start();
  running -= 1;
  await runNext();
}

export function sendFiles(files: Iterable<File>): void {
  const added = [...files].map((file) => new Upload(file, options));
  uploads.value = [...uploads.value, ...added];
  for (const upload of added) {
    waiting.push(upload);
    void runNext();
  }
}

export function removeUpload(upload: Upload): void {
  uploads.value = uploads.value.filter((other) => other !== upload);
}

// What was sent meanwhile is kept, but a page that is closed sends no more.
addEventListener('beforeunload', (event) => {
  if (uploads.value.some(({ state }) => state.value === 'sending')) event.preventDefault();
});
