import { type PartialFrames, StoredPartial } from '../../domain/frames/partial-frames.ts';
import type { StoredFrames } from '../../domain/frames/stored-frames.ts';
import type { JobRecord } from '../../domain/jobs/job-record.ts';
import { segmentsFolder } from '../../domain/videos/video-folder.ts';
import { keepJson, keptJson } from '../kept-json.ts';
import { sheetKey } from '../operations/result-key.ts';
import { type ArtifactStore, LINK_SECONDS } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { DrawnSheet, Measured } from '../ports/sources/engine.ts';
import { listedSheet } from './listed-sheet.ts';

/** Beside the segments, with which it is deleted. */
const partialKey = (place: string): string => `${place}/partial.json`;

/** A write of the list: nobody looks more often. */
const EVERY_MS = 2_000;

const keptPartial = async (
  artifacts: Pick<ArtifactStore, 'get'>,
  place: string,
): Promise<StoredPartial> =>
  (await keptJson(artifacts, partialKey(place), StoredPartial)) ?? { sheets: [] };

/** Forgets what was listed, where the sheets are drawn anew out of the file. */
export const dropPartial = (
  artifacts: Pick<ArtifactStore, 'deletePrefix'>,
  place: string,
): Promise<void> => artifacts.deletePrefix(partialKey(place));

/** Lists all sheets of a read whose words are not there yet. */
export const listDrawn = (
  artifacts: Pick<ArtifactStore, 'put'>,
  place: string,
  { sheets }: Pick<StoredFrames, 'sheets'>,
): Promise<void> => {
  const list = sheets.map(({ spoken: _, qa_flags: __, ...sheet }) => sheet);
  return keep(artifacts, place, list);
};

const keep = (
  artifacts: Pick<ArtifactStore, 'put'>,
  place: string,
  sheets: StoredPartial['sheets'],
): Promise<void> => keepJson(artifacts, partialKey(place), { sheets } satisfies StoredPartial);

interface Keeping {
  readonly artifacts: Pick<ArtifactStore, 'get' | 'put'>;
  readonly now: Clock;
  /** Where the segments lie. */
  readonly place: string;
  /** Where the sheets go. */
  readonly folder: string;
}

/** Passes sheets on and lists those that whoever took them has stored, now and then. */
export async function* listingSheets(
  { artifacts, now, place, folder }: Keeping,
  drawing: AsyncGenerator<DrawnSheet, Measured>,
): AsyncGenerator<DrawnSheet, Measured> {
  // A run that draws anew draws the same sheets, of which more may be listed already.
  const known = (await keptPartial(artifacts, place)).sheets.length;
  const sheets: StoredPartial['sheets'] = [];
  let listedMs = Number.NEGATIVE_INFINITY;
  try {
    for (;;) {
      const { value, done } = await drawing.next();
      if (done) return value;
      yield value;
      // The next one is asked for when this one is stored.
      const { jpeg, ...sheet } = value;
      const key = sheetKey(folder, value.page);
      sheets.push(listedSheet({ ...sheet, key, bytes: jpeg.byteLength }));
      const time = now().getTime();
      if (sheets.length <= known || time - listedMs < EVERY_MS) continue;
      listedMs = time;
      await keep(artifacts, place, sheets);
    }
  } finally {
    await drawing.return(undefined as never);
  }
}

/** Stages of jobs whose sheets are there before their words, or before the last of them. */
const STAGES: readonly (string | undefined)[] = ['decoding', 'listening'];

/** The sheets that a running long read has drawn so far; undefined when there are none. */
export const makeReadPartial =
  ({ artifacts }: { readonly artifacts: Pick<ArtifactStore, 'get' | 'signedUrl'> }) =>
  async (job: JobRecord): Promise<PartialFrames | undefined> => {
    if (job.operation !== 'frames' || !STAGES.includes(job.progress?.stage)) return undefined;
    const place = segmentsFolder(job.org_id, job.video_id, job.job_id);
    const { sheets } = await keptPartial(artifacts, place);
    if (sheets.length === 0) return undefined;
    const linked = sheets.map(async ({ key, ...sheet }) => ({
      ...sheet,
      url: await artifacts.signedUrl(key, LINK_SECONDS),
    }));
    return { partial: { sheets: await Promise.all(linked) } };
  };
