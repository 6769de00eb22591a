import { wholeAgain } from '../web/open-again.ts';
import type { Web } from '../web/web.ts';
import { byPreference, type Variant } from './hls.ts';
import { MAX_PLAYLIST_BYTES } from './stream.ts';
import { noSuchPlaylist } from './stream-errors.ts';

/** Variants that are asked for before all are taken to be gone. */
const MAX_ASKED = 4;

/**
 * The best variant of a master playlist whose own playlist is there: some name a second site for
 * the same picture, or one that was taken away.
 * @throws DomainError source_unavailable
 */
export async function variantThere(web: Web, variants: readonly Variant[], signal: AbortSignal) {
  const all = byPreference(variants);
  const best = all[0];
  // What tells no size among others that do may be sound alone.
  const alike = all.filter(({ height }) => (height === null) === (best?.height === null));
  for (const variant of alike.slice(0, MAX_ASKED)) {
    const most = MAX_PLAYLIST_BYTES;
    const { answer, bytes } = await wholeAgain(web, variant.address, most, { signal });
    if (answer.status === 404 || answer.status === 410) continue;
    return { variant, answer, bytes, isLess: best !== undefined && isLess(variant, best) };
  }
  throw noSuchPlaylist();
}

const isLess = (variant: Variant, best: Variant): boolean =>
  variant.height === best.height
    ? variant.bandwidth < best.bandwidth
    : (variant.height ?? 0) < (best.height ?? 0);
