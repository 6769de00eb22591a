import { DomainError } from '../../domain/errors.ts';
import type { Probe } from '../../domain/sources/probe.ts';
import { foldersOf } from '../../domain/videos/video-folder.ts';
import type { VideoRecord } from '../../domain/videos/video-record.ts';
import { needsWorkingCopy, probeOfCopy } from '../../domain/videos/working-copy.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock, NewId } from '../ports/clock.ts';
import type { NewDigest } from '../ports/digest.ts';
import type { VideoStore } from '../ports/videos/videos.ts';
import type {
  Copier,
  CopyMessage,
  CopyQueue,
  NoCopy,
  SourceSwap,
  Sources,
  WorkingCopy,
} from '../ports/videos/working-copies.ts';
import { putSource } from '../sources/put-source.ts';
import { copyPrefix, setMasterAside } from './set-master-aside.ts';

interface Deps {
  readonly videos: Pick<VideoStore, 'find'>;
  readonly swaps: SourceSwap;
  readonly artifacts: Pick<ArtifactStore, 'put' | 'deletePrefix'>;
  readonly newDigest: NewDigest;
  readonly sources: Sources;
  readonly copier: Copier;
  readonly queue: CopyQueue;
  readonly newId: NewId;
  readonly now: Clock;
  /** Longest that a worker may work on one copy. */
  readonly workerSeconds: number;
}

export interface Kept {
  readonly outcome: 'copied' | 'set aside' | 'master stays' | 'gone';
  /** For whoever runs the service: why the master stays. */
  readonly why?: string;
}

/**
 * No read that began on the master lasts longer; it is also the longest that a queue holds a
 * message back.
 */
const READS_END_SECONDS = 900;

/**
 * Makes the working copy of a video and lets it stand for the master, or sets the master aside once
 * nobody reads it any more. It may be interrupted anywhere and done again: until the one write that
 * names the copy, the video is read from its master.
 */
export const makeKeepWorkingCopy =
  (deps: Deps) =>
  async ({ orgId, videoId, step }: CopyMessage, signal: AbortSignal): Promise<Kept> => {
    const { videos, artifacts, swaps } = deps;
    const video = await videos.find(orgId, videoId);
    if (!video) {
      // Erased; what an interrupted run stored after that goes too.
      for (const folder of foldersOf(orgId, videoId)) await artifacts.deletePrefix(folder);
      return { outcome: 'gone' };
    }
    if (step === 'clear') return { outcome: await setMasterAside(deps, video) };
    // Another run was faster, or this one is repeated.
    if (video.master_key !== undefined) return orderSettingAside(deps, video);
    if (video.restored_at !== undefined) return stays('it was brought back');
    if (!needsWorkingCopy(video.probe, video.size_bytes)) return stays('it needs no copy');
    const copy = await copyOf(deps, video, signal);
    const kept = 'why' in copy ? copy : await storeOnce(deps, video, copy, signal);
    if ('outcome' in kept) return kept;
    await swaps.note(video, kept.why);
    return stays(kept.why);
  };

const stays = (why: string): Kept => ({ outcome: 'master stays', why });

async function copyOf(
  { copier, newId, workerSeconds }: Deps,
  video: VideoRecord,
  signal: AbortSignal,
): Promise<WorkingCopy | NoCopy> {
  const master = { media: video, probe: video.probe };
  const seconds = Math.ceil(copier.secondsFor(master));
  if (seconds > workerSeconds) {
    return { why: `a copy would take some ${seconds} s, and a worker has ${workerSeconds} s` };
  }
  // Where strays are looked for.
  const place = `${copyPrefix(video)}${newId('run')}-`;
  try {
    return await copier.copy(master, place, signal);
  } catch (error) {
    if (error instanceof DomainError) return { why: error.message };
    throw error;
  }
}

/** The copy's file is gone afterwards. */
async function storeOnce(
  deps: Deps,
  video: VideoRecord,
  copy: WorkingCopy,
  signal: AbortSignal,
): Promise<Kept | NoCopy> {
  try {
    const probe = probeOfCopy(video.probe, copy.probe);
    if (!probe) return { why: 'the copy has another size or other streams' };
    // A copy is there to save room; one that takes more has no use.
    if (copy.sizeBytes >= video.size_bytes) return { why: 'a copy would be no smaller' };
    return await store(deps, video, { copy, probe }, signal);
  } finally {
    await copy.discard();
  }
}

async function store(
  deps: Deps,
  video: VideoRecord,
  { copy, probe }: { copy: WorkingCopy; probe: Probe },
  signal: AbortSignal,
): Promise<Kept> {
  const { sources, swaps, newId } = deps;
  // Each run writes an object of its own: none is changed while it is read.
  const key = `${copyPrefix(video)}${newId('run')}${copy.extension}`;
  await putSource(deps, key, copy.bytes(), copy.contentType);
  signal.throwIfAborted();
  const stored = await sources.size(key);
  if (stored !== copy.sizeBytes) {
    throw new Error(`${key} has ${stored} bytes in the store, and the copy ${copy.sizeBytes}`);
  }
  const swapped = await swaps.swap(video, { source_key: key, size_bytes: copy.sizeBytes, probe });
  if (swapped) return orderSettingAside(deps, video);
  await sources.delete(key);
  const now = await deps.videos.find(video.org_id, video.video_id);
  return { outcome: now ? 'copied' : 'gone' };
}

async function orderSettingAside({ queue }: Deps, video: VideoRecord): Promise<Kept> {
  const { org_id: orgId, video_id: videoId } = video;
  await queue.send({ orgId, videoId, step: 'clear' }, READS_END_SECONDS);
  return { outcome: 'copied' };
}
