import { PLANS } from '../../domain/accounts/plans.ts';
import { DomainError } from '../../domain/errors.ts';
import type { PendingVideo } from '../../domain/videos/pending-video.ts';
import { videoFolder } from '../../domain/videos/video-folder.ts';
import type { KeptCaptions, VideoRecord } from '../../domain/videos/video-record.ts';
import type { GoOnLater } from '../jobs/go-on-later.ts';
import type { ReportProgress } from '../jobs/report-progress.ts';
import { makeExtendLease } from '../jobs/run-job.ts';
import type { Accounts } from '../ports/accounts/accounts.ts';
import type { ArtifactStore } from '../ports/artifacts.ts';
import type { Clock } from '../ports/clock.ts';
import type { Digest } from '../ports/digest.ts';
import { GoesOnElsewhere, type JobRuns, type Run } from '../ports/jobs/jobs.ts';
import type { Failure, Fetches } from '../ports/links/fetches.ts';
import type {
  FetchedMedia,
  FoundMedia,
  Link,
  LinkFinder,
  MediaTransfer,
  TransferPlace,
} from '../ports/links/links.ts';
import type { Decoder } from '../ports/sources/decoder.ts';
import { nameFound } from './name-found.ts';
import { type InPlace, openInPlace, type WantsPart } from './open-in-place.ts';
import { discardRounds, keyOfRounds } from './rounds.ts';
import { toldFailure } from './told-failure.ts';

export interface FetchDeps {
  readonly fetches: Pick<
    Fetches,
    'complete' | 'fail' | 'findVideo' | 'holdToClear' | 'release' | 'rename'
  >;
  readonly digest: Digest;
  readonly runs: Pick<JobRuns, 'extend'>;
  readonly goOnLater: GoOnLater;
  readonly accounts: Pick<Accounts, 'find'>;
  /** Follow links where nobody has a right to anything. */
  readonly finder: LinkFinder;
  readonly fetcher: MediaTransfer;
  readonly artifacts: Pick<ArtifactStore, 'put' | 'get' | 'deletePrefix'>;
  /** Opens what is read where it lies, and what was fetched, once it is stored. */
  readonly decoder: Pick<Decoder, 'probe' | 'open'>;
  readonly now: Clock;
}

/**
 * Fetches the media of a link, stores it and puts the video in the place of the pending one. A link
 * that leads to none is remembered as such. A part that can be read where it lies is not fetched;
 * the video stays pending then. What takes longer than a round goes on in another run, and so does
 * what broke off on our side; whatever else goes wrong, nothing that was stored stays.
 * @returns undefined when the video was erased meanwhile, gave way to one that its link led to, or
 * another run fetches it now
 * @throws DomainError source_unavailable, no_video_stream; GoesOnElsewhere, LeaseLost
 */
export function makeFetchVideo(deps: FetchDeps) {
  const { fetches, finder, artifacts, now } = deps;
  return async (
    accepted: PendingVideo,
    run: Run,
    { report, wantsPart }: Wanted,
    signal: AbortSignal,
  ): Promise<{ readonly video: VideoRecord } | InPlace | undefined> => {
    // Each run stores under its own name: one that is late cannot touch what another has stored.
    const place = { folder: `${sourcesOf(accepted)}${run.run}/`, passing: passingOf(accepted) };
    let pending = accepted;
    let completing = false;
    try {
      const leadsTo = await finder.leadsTo?.(linkOf(pending), signal);
      const coded = await nameFound(deps, { pending, foundAt: leadsTo, run });
      if (!coded) return undefined;
      pending = coded;
      const found = await finder.find(linkOf(pending), signal);
      const named = await nameFound(deps, { pending, foundAt: found.foundAt, run });
      if (!named) return undefined;
      pending = named;
      const inPlace = wantsPart && (await openInPlace(deps, pending, found, wantsPart, signal));
      if (inPlace) {
        await fetches.release(pending, run);
        return inPlace;
      }
      const video = await fetchInto(deps, { pending, found, place, report }, signal);
      if (!video) throw await deps.goOnLater(run);
      signal.throwIfAborted();
      completing = true;
      if (await fetches.complete(video, run)) {
        await artifacts.deletePrefix(place.passing);
        report({
          stage: 'reading',
          bytes: video.size_bytes,
          of: video.size_bytes,
          seconds_left: 0,
        });
        return { video };
      }
    } catch (error) {
      // The video may have been completed, and only the answer to that was lost: its source stays.
      // If it was not, the bytes go with the video.
      if (completing || error instanceof GoesOnElsewhere) throw error;
      // Neither cancelled nor taken over, the job goes on in its next delivery.
      if (!(error instanceof DomainError) && (await makeExtendLease(deps)(run))) throw error;
      await clear(deps, place, pending, run);
      if (!(error instanceof DomainError) || signal.aborted) {
        await fetches.release(pending, run);
        signal.throwIfAborted();
        throw error;
      }
      const failure = remembered(error, now());
      await fetches.fail(pending, run, failure);
      throw toldFailure(failure, now(), { cause: error });
    }
    await clear(deps, place, pending, run);
    await fetches.release(pending, run);
    return undefined;
  };
}

/** For which nobody else begins while a run clears up; it takes a few requests. */
const CLEARING_MS = 60_000;

/**
 * Deletes what a run stored, unless another that took over goes on from it, or has made the video of
 * it.
 */
async function clear(
  { fetches, artifacts, now }: Pick<FetchDeps, 'fetches' | 'artifacts' | 'now'>,
  place: TransferPlace,
  video: PendingVideo,
  run: Run,
): Promise<void> {
  const until = new Date(now().getTime() + CLEARING_MS);
  if (await fetches.holdToClear(video, run, until)) return discardRounds(artifacts, place);
  const state = await fetches.findVideo(video.org_id, video.video_id);
  if (state?.kind !== 'stored' && state?.kind !== 'pending') {
    return discardRounds(artifacts, place);
  }
  const used =
    state.kind === 'stored' ? state.video.source_key : await keyOfRounds(artifacts, place.passing);
  if (used !== undefined && !used.startsWith(place.folder)) {
    await artifacts.deletePrefix(place.folder);
  }
}

const sourcesOf = (video: Pick<PendingVideo, 'org_id' | 'video_id'>): string =>
  `${videoFolder(video.org_id, video.video_id)}source/`;

/** What is needed until all of a video has come lies under it. */
export const passingOf = (video: Pick<PendingVideo, 'org_id' | 'video_id'>): string =>
  `${sourcesOf(video)}fetching/`;

const linkOf = ({ link: { url, canonical }, platform }: PendingVideo): Link => ({
  url,
  canonical,
  platform,
});

interface Wanted {
  readonly report: ReportProgress;
  readonly wantsPart?: WantsPart | undefined;
}

interface Fetching {
  readonly pending: PendingVideo;
  readonly found: FoundMedia;
  /** Where the source goes. */
  readonly place: TransferPlace;
  readonly report: ReportProgress;
}

async function fetchInto(
  deps: FetchDeps,
  { pending, found, place, report }: Fetching,
  signal: AbortSignal,
): Promise<VideoRecord | undefined> {
  const { accounts, fetcher, artifacts, decoder } = deps;
  const { org_id, link } = pending;
  const account = await accounts.find(org_id);
  if (!account) throw new Error(`organization ${org_id} has no account`);
  const fetched = await fetcher.transfer(
    found,
    { ...place, maxBytes: PLANS[account.tier].max_upload_bytes },
    ({ bytes, of, secondsLeft }) =>
      report({ stage: 'fetching', bytes, of, seconds_left: secondsLeft }),
    signal,
  );
  if (!fetched) return undefined;
  const media = { source_key: fetched.key, sha256: null, size_bytes: fetched.bytes };
  const probe = await decoder.probe(media, signal);
  const missing = fetched.missing?.map(([start, end]): [number, number] => [start, end]) ?? [];
  const { pending: _, ...kept } = pending;
  return {
    ...kept,
    title: found.title,
    ...media,
    probe: { ...probe, ...(missing.length > 0 && { missing }) },
    link: {
      digest: link.digest,
      url: link.url,
      language: found.language,
      carousel: fetched.carousel,
      captions: await keepCaptions(artifacts, folderOf(fetched.key), fetched.captions),
      notes: [...new Set([...found.notes, ...fetched.notes])],
    },
  };
}

const folderOf = (key: string): string => key.replace(/[^/]*$/, '');

/** Captions that the uploader wrote lie beside the source, and go with it. */
const keepCaptions = (
  artifacts: Pick<ArtifactStore, 'put'>,
  folder: string,
  captions: FetchedMedia['captions'],
): Promise<KeptCaptions[]> =>
  Promise.all(
    captions.map(async ({ language, format, text }, at) => {
      const key = `${folder}captions-${at + 1}.${format}`;
      await artifacts.put(key, new TextEncoder().encode(text), `text/${format}`);
      return { language, format, key };
    }),
  );

/** Seconds for which a link that failed is not tried again. */
const REMEMBERED_SECONDS = 60;
/** A site that has had enough of us needs a longer pause, unless it names one. */
const PAUSE_SECONDS = 120;
/** What a site asks for is kept to, within reason. */
const LONGEST_PAUSE_SECONDS = 3600;

function remembered(error: DomainError, now: Date): Failure {
  const paused = error.detail.reason === 'bot' || error.detail.reason === 'ratelimit';
  const ours = error.type === 'processing_failed' || error.type === 'rate_limited';
  const asked = Math.min(error.detail.retryAfterSeconds ?? 0, LONGEST_PAUSE_SECONDS);
  const named = paused ? asked || PAUSE_SECONDS : Math.max(REMEMBERED_SECONDS, asked);
  const seconds = ours ? 0 : named;
  return {
    error: error.toApiError(),
    until: new Date(now.getTime() + seconds * 1000).toISOString(),
  };
}
