import { DomainError } from '../../domain/errors.ts';
import { foldersOf } from '../../domain/videos/video-folder.ts';
import type { Erased } from '../ports/videos/erased-ids.ts';
import type { Erasure } from '../ports/videos/erasures.ts';
import type { RestoredRow, RestoredRows } from '../ports/videos/restored-rows.ts';
import { ERASED, type EraseDeps, makeEraseVideo } from './erase-video.ts';

interface Deps<Row extends RestoredRow> extends EraseDeps {
  readonly rows: RestoredRows<Row>;
  /** Erases an organization that was erased whole. */
  readonly eraseOrganization: (orgId: string) => Promise<void>;
}

export interface Replayed {
  /** Ids whose erasure is known. */
  readonly erased_ids: number;
  /** Organizations that were erased anew. */
  readonly organizations: number;
  /** Videos that were erased anew. */
  readonly videos: number;
  /** Further rows that named something erased. */
  readonly rows: number;
}

/**
 * Erases anew whatever a table restored from a backup brought back. The table must not be in use;
 * doing it again is safe, also after it broke off.
 */
export const makeReplayErasures =
  <Row extends RestoredRow>(deps: Deps<Row>) =>
  async (): Promise<Replayed> => {
    const erased = await deps.erased.load();
    const organizations = await restoredOrganizations(deps.rows, erased);
    for (const orgId of organizations) await deps.eraseOrganization(orgId);
    const videos = await restoredVideos(deps.rows, erased);
    for (const erasure of videos) await eraseAnew(deps, erasure);
    let rows = 0;
    // The end of a job writes a row of its own.
    for (let found = -1; found !== 0; rows += found) found = await deleteRows(deps, erased);
    return {
      erased_ids: erased.count,
      organizations: organizations.length,
      videos: videos.length,
      rows,
    };
  };

/** An organization that was erased whole is kept as an id of its own. */
async function restoredOrganizations(rows: RestoredRows, erased: Erased): Promise<string[]> {
  const found = new Set<string>();
  for await (const { orgId } of rows.all()) if (erased.has(orgId, orgId)) found.add(orgId);
  return [...found];
}

async function restoredVideos(rows: RestoredRows, erased: Erased): Promise<Erasure[]> {
  const found = new Map<string, Erasure>();
  for await (const { orgId, videoId } of rows.all()) {
    if (videoId !== undefined && erased.has(orgId, videoId)) {
      found.set(`${orgId}/${videoId}`, { orgId, videoId });
    }
  }
  return [...found.values()];
}

async function eraseAnew(deps: EraseDeps, erasure: Erasure): Promise<void> {
  const { orgId, videoId } = erasure;
  await makeEraseVideo(deps)(orgId, videoId).catch((error) => {
    // Of one that gave way to another, or was being erased at that second, not all rows are there.
    if (!(error instanceof DomainError && error.type === 'video_not_found')) throw error;
  });
  await deps.erasures.deleteRows(erasure);
  await deps.erasures.end(erasure);
}

/**
 * Deletes the rows of uploads and jobs that had no video yet at that second, and of what leads to
 * them.
 */
async function deleteRows<Row extends RestoredRow>(
  { rows, runs, artifacts, now }: Deps<Row>,
  erased: Erased,
): Promise<number> {
  let count = 0;
  for await (const row of rows.all()) {
    const { orgId, ids, jobId, reservedVideoId } = row;
    if (!ids.some((id) => erased.has(orgId, id))) continue;
    if (jobId !== undefined) {
      await runs.fail({ orgId, jobId }, { at: now(), error: ERASED, status: 'cancelled' });
    }
    const folders = reservedVideoId === undefined ? [] : foldersOf(orgId, reservedVideoId);
    for (const folder of folders) await artifacts.deletePrefix(folder);
    await rows.delete(row);
    count += 1;
  }
  return count;
}
