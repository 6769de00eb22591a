import type { FoundMedia, Link, LinkFinder } from '../../app/ports/links.ts';
import { DomainError } from '../../domain/errors.ts';
import { sourceUnavailable } from '../../domain/links/source-errors.ts';
import { type Looked, look, type Page } from './find-direct.ts';
import { findOnPage } from './find-page.ts';
import type { WayOut } from './way-out.ts';
import { type Web, webOver } from './web.ts';

/** What a look may cost, in bytes: a few pages and playlists. */
const MAX_BYTES = 64 * 1024 * 1024;
/** How long it may take. */
const MAX_MS = 90_000;

/** Reasons that a site gave for itself: no other way of asking changes them. */
const FINAL = new Set(['geo', 'auth', 'ratelimit']);
/** Reasons by how much they tell, the clearest first. */
const CLEAREST = [
  ...['geo', 'auth', 'bot', 'ratelimit', 'no_video', 'empty', 'unavailable', 'unknown'],
];

/**
 * Follows links. A platform known by name is the downloader's; anything else is looked at directly, then as a page, then
 * by the downloader, which knows many sites more. When all fail, the clearest reason counts.
 * @param downloader undefined where none is installed
 */
export const linkFinder = (wayOut: WayOut, downloader: LinkFinder | undefined): LinkFinder => ({
  async find(link, callersSignal) {
    const signal = AbortSignal.any([callersSignal, AbortSignal.timeout(MAX_MS)]);
    const lane = wayOut.lane({ maxBytes: MAX_BYTES });
    const web = webOver(lane, wayOut.refusalOf);
    try {
      return link.platform === 'web'
        ? await onTheWeb(web, link, downloader, signal)
        : await onPlatform(web, link, downloader, signal);
    } catch (error) {
      callersSignal.throwIfAborted();
      if (signal.aborted) {
        throw sourceUnavailable('unavailable', 'The site of the link takes too long to answer.');
      }
      throw error;
    } finally {
      web.close();
      lane.close();
    }
  },
});

/** Without a downloader, a platform's page may still say where its video lies. */
const onPlatform = (
  web: Web,
  link: Link,
  downloader: LinkFinder | undefined,
  signal: AbortSignal,
): Promise<FoundMedia> =>
  downloader ? downloader.find(link, signal) : ownLook(web, link, undefined, signal).then(accepted);

async function onTheWeb(
  web: Web,
  link: Link,
  downloader: LinkFinder | undefined,
  signal: AbortSignal,
): Promise<FoundMedia> {
  const looked = await ownLook(web, link, downloader, signal).catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof DomainError) || !downloader || isFinal(error)) throw error;
    const found = await downloader.find(link, signal).catch((other: unknown) => {
      signal.throwIfAborted();
      throw other instanceof DomainError && clearness(other) < clearness(error) ? other : error;
    });
    return { found };
  });
  return accepted(looked);
}

type Judged = Exclude<Looked, { readonly page: Page }>;

function accepted(looked: Judged): FoundMedia {
  if ('refused' in looked) throw looked.refused;
  return looked.found;
}

async function ownLook(
  web: Web,
  link: Link,
  downloader: LinkFinder | undefined,
  signal: AbortSignal,
): Promise<Judged> {
  const looked = await look(web, link.url, signal);
  if (!('page' in looked)) return looked;
  const embedded = downloader && ((player: Link) => downloader.find(player, signal));
  return { found: await findOnPage(web, looked.page, embedded, signal) };
}

const isFinal = ({ detail }: DomainError) => FINAL.has(detail.reason ?? '');

const clearness = ({ detail }: DomainError) => {
  const at = CLEAREST.indexOf(detail.reason ?? 'unknown');
  return at < 0 ? CLEAREST.length : at;
};
