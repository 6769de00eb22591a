import type { FoundMedia, Link, LinkFinder } from '../../../app/ports/links/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { isShareCode, videoAt } from '../../../domain/links/recognise.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { PATIENCE, type Patience, watch } from '../web/patience.ts';
import type { Lane, WayOut } from '../web/way-out.ts';
import { letGo, type Web, webOver } from '../web/web.ts';
import { PHOTOS_NOTE } from '../yt-dlp/info.ts';
import { type Looked, look, type Page } from './find-direct.ts';
import { findOnPage } from './find-page.ts';
import { photosOn } from './photo-post.ts';

/** What a look may cost, in bytes: a few pages and playlists. */
const MAX_BYTES = 64 * 1024 * 1024;
/** Pages that lead on to another page by themselves. */
const MAX_REFRESHES = 3;

/** Reasons that a site gave for itself: no other way of asking changes them. */
const FINAL = new Set(['geo', 'auth', 'ratelimit']);
/** Reasons by how much they tell, the clearest first. */
const CLEAREST = ['geo', 'auth', 'bot', 'ratelimit', 'no_video', 'empty', 'unavailable', 'unknown'];

/**
 * Follows links. A platform known by name is the downloader's; anything else is looked at directly,
 * then as a page, then by the downloader, which knows many sites more. When all fail, the clearest
 * reason counts.
 * @param downloader undefined where none is installed
 */
export const linkFinder = (
  wayOut: WayOut,
  downloader: LinkFinder | undefined,
  patience: Patience = PATIENCE,
): LinkFinder => {
  /** Does something with a way out of its own. */
  const out = async <T>(callersSignal: AbortSignal, work: (looking: Looking) => Promise<T>) => {
    const signal = AbortSignal.any([callersSignal, AbortSignal.timeout(patience.lookMs)]);
    const lane = wayOut.lane({ maxBytes: MAX_BYTES });
    const web = webOver(lane, wayOut.refusalOf, patience);
    try {
      return await work({ web, lane, downloader, patience, signal });
    } catch (error) {
      callersSignal.throwIfAborted();
      if (signal.aborted) throw tooSlow();
      throw error;
    } finally {
      web.close();
      lane.close();
    }
  };
  return {
    leadsTo: async (link, signal) =>
      isShareCode(link.url) ? out(signal, (looking) => behind(looking, link.url)) : undefined,
    find: (link, signal) =>
      out(signal, (looking) =>
        link.platform === 'web' ? onTheWeb(looking, link) : onPlatform(looking, link),
      ),
  };
};

interface Looking {
  readonly web: Web;
  readonly lane: Lane;
  readonly downloader: LinkFinder | undefined;
  readonly patience: Patience;
  readonly signal: AbortSignal;
}

/** Without a downloader, a platform's page may still say where its video lies. */
const onPlatform = (looking: Looking, link: Link): Promise<FoundMedia> =>
  looking.downloader
    ? byDownloader(looking, looking.downloader, link)
    : ownLook(looking, link.url).then(accepted);

async function byDownloader(
  looking: Looking,
  downloader: LinkFinder,
  link: Link,
): Promise<FoundMedia> {
  const found = await downloader.find(link, looking.signal);
  if (!found.notes.includes(PHOTOS_NOTE)) return found;
  const photos = await photosAt(looking, link.url);
  const { foundAt } = found;
  return photos ? { ...photos, ...(foundAt !== undefined && { foundAt }) } : found;
}

/** What the page of a post of photos tells of them, when it tells. */
const photosAt = (looking: Looking, address: string) =>
  whileItComes(looking, async (signal) => {
    const looked = await look(looking.web, address, signal);
    return 'page' in looked ? photosOn(looked.page) : undefined;
  });

/**
 * The address of the video that a share code redirects to. What does not redirect is for the
 * downloader.
 */
const behind = ({ web, ...looking }: Looking, code: string) =>
  whileItComes(looking, async (signal) => {
    const answer = await web.open(code, {
      signal,
      stopAt: (address) => videoAt(address) !== undefined,
    });
    letGo(answer.body);
    return videoAt(answer.url) && answer.url;
  });

/** What a site tells; undefined when it refuses, or brings too little to be waited for. */
async function whileItComes<T>(
  { lane, patience, signal }: Pick<Looking, 'lane' | 'patience' | 'signal'>,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const slow = watch(lane.bytes, patience.looking);
  try {
    return await work(AbortSignal.any([signal, slow.signal]));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof DomainError) && !slow.signal.aborted) throw error;
    return undefined;
  } finally {
    slow.stop();
  }
}

async function onTheWeb(looking: Looking, link: Link): Promise<FoundMedia> {
  const { downloader, patience, signal } = looking;
  const started = performance.now();
  const looked = await ownLook(looking, link.url).catch(async (error: unknown) => {
    signal.throwIfAborted();
    if (!(error instanceof DomainError) || !downloader || isFinal(error)) throw error;
    const slow = performance.now() - started > patience.slowMs;
    const second = slow ? AbortSignal.timeout(patience.secondMs) : signal;
    const found = await downloader
      .find(link, AbortSignal.any([signal, second]))
      .catch((other: unknown) => {
        signal.throwIfAborted();
        throw other instanceof DomainError && clearness(other) < clearness(error) ? other : error;
      });
    return { found };
  });
  return accepted(looked);
}

/** What our own look finds, as long as the site brings enough to be waited for. */
async function ownLook(looking: Looking, address: string): Promise<Judged> {
  const { web, lane, downloader, patience, signal: overall } = looking;
  const slow = watch(lane.bytes, patience.looking);
  const signal = AbortSignal.any([overall, slow.signal]);
  const onPlatform =
    downloader &&
    ((video: Link) => {
      // It has a lane of its own.
      slow.stop();
      return byDownloader(looking, downloader, video).then((found) => ({
        foundAt: video.canonical,
        ...found,
      }));
    });
  const stopAt = downloader && ((to: string) => videoAt(to) !== undefined);
  const follow = async (to: string, refreshes: number): Promise<Judged> => {
    const looked = await look(web, to, signal, stopAt);
    if ('elsewhere' in looked) {
      const video = videoAt(looked.elsewhere);
      if (!video || !onPlatform) throw new Error('it stopped where it was not told to');
      return { found: await onPlatform(video) };
    }
    if (!('page' in looked)) return looked;
    const next =
      refreshes === MAX_REFRESHES
        ? undefined
        : (page: string) => {
            const video = onPlatform && videoAt(page);
            return video ? onPlatform(video) : follow(page, refreshes + 1).then(accepted);
          };
    return { found: await findOnPage(web, looked.page, { onPlatform, next }, signal) };
  };
  try {
    const looked = await follow(address, 0);
    // What came so far is media, and would come as slowly by any other way.
    return slow.signal.aborted ? { refused: tooSlow() } : looked;
  } catch (error) {
    overall.throwIfAborted();
    if (slow.signal.aborted) throw tooSlow();
    throw error;
  } finally {
    slow.stop();
  }
}

const tooSlow = () =>
  sourceUnavailable('unavailable', 'The site of the link takes too long to answer.');

type Judged = Exclude<Looked, { readonly page: Page } | { readonly elsewhere: string }>;

function accepted(looked: Judged): FoundMedia {
  if ('refused' in looked) throw looked.refused;
  return looked.found;
}

const isFinal = ({ detail }: DomainError) => FINAL.has(detail.reason ?? '');

const clearness = ({ detail }: DomainError) => {
  const at = CLEAREST.indexOf(detail.reason ?? 'unknown');
  return at < 0 ? CLEAREST.length : at;
};
