import type { StoredFrames } from '../../domain/frames/stored-frames.ts';
import type { SentTile } from '../../domain/questions/nameable-seconds.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { SentSheet } from './ask-model.ts';

/** A stored sheet, and the seconds between two of its tiles. */
export interface PlacedSheet {
  readonly sheet: StoredFrames['sheets'][number];
  readonly interval: number;
}

/** The sheets with their bytes. */
export const sheetsToSend = (
  artifacts: Pick<ArtifactStore, 'get'>,
  sheets: readonly PlacedSheet[],
): Promise<SentSheet[]> =>
  Promise.all(
    sheets.map(async ({ sheet: { key, width, height, frame_times }, interval }) => {
      const jpeg = await artifacts.get(key);
      if (!jpeg) throw new Error(`sheet ${key} is gone`);
      return { jpeg, width, height, frame_times, interval };
    }),
  );

export const tilesOf = (sheets: readonly PlacedSheet[]): SentTile[] =>
  sheets.flatMap(({ sheet, interval }) =>
    sheet.frame_times.map((second) => ({ second, interval })),
  );
