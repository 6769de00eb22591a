import { resolvedLink } from '../../domain/links/recognise.ts';
import type { PendingVideo } from '../../domain/videos/pending-video.ts';
import type { Digest } from '../ports/digest.ts';
import type { Run } from '../ports/jobs/jobs.ts';
import type { Fetches } from '../ports/links/fetches.ts';

interface Found {
  readonly pending: PendingVideo;
  readonly foundAt: string | undefined;
  readonly run: Run;
}

/**
 * Gives a video the name of what its link was found to stand for, before any of its media is
 * fetched: so calls that come by different share codes are one fetch, even at the same moment.
 * @returns undefined when another video has that name already, and when the run no longer fetches
 */
export async function nameFound(
  { fetches, digest }: { readonly fetches: Pick<Fetches, 'rename'>; readonly digest: Digest },
  { pending, foundAt, run }: Found,
): Promise<PendingVideo | undefined> {
  if (foundAt === undefined) return pending;
  const sent = { ...pending.link, platform: pending.platform };
  const { platform, url, canonical } = resolvedLink(sent, foundAt);
  if (canonical === sent.canonical) return pending;
  const link = { url, canonical, digest: digest(canonical) };
  const outcome = await fetches.rename(pending, run, { ...link, platform });
  return outcome === 'given' ? { ...pending, platform, link } : undefined;
}
