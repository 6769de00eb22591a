import type { FoundMedia, Link } from '../../../app/ports/links/links.ts';
import { DomainError } from '../../../domain/errors.ts';
import { reasonOfPage } from '../../../domain/links/http-reasons.ts';
import { linkOf } from '../../../domain/links/recognise.ts';
import { sourceUnavailable } from '../../../domain/links/source-errors.ts';
import { elementsOf, sourceOf } from '../web/markup.ts';
import { type Web, wholeOf } from '../web/web.ts';
import { type Looked, look, type Page } from './find-direct.ts';
import { type PageFacts, readPage } from './read-page.ts';

const MAX_DESCRIPTION_BYTES = 1_000_000;
/** Pages in a page that are looked into. */
const MAX_FRAMES = 4;

/** Ways on from a page. */
interface Onward {
  /** Follows a link to a recognised platform, whose player the page embeds. */
  readonly onPlatform: ((link: Link) => Promise<FoundMedia>) | undefined;
  /** Follows a page that goes on to another by itself. */
  readonly next: ((address: string) => Promise<FoundMedia>) | undefined;
}

/**
 * Finds the video that a page shows.
 * @throws DomainError source_unavailable, with the reason that the page itself gives
 */
export async function findOnPage(
  web: Web,
  page: Page,
  { onPlatform, next }: Onward,
  signal: AbortSignal,
): Promise<FoundMedia> {
  const facts = readPage(page);
  const described = facts.oembed ? await describedAt(web, facts.oembed, signal) : undefined;
  const title = facts.title ?? described?.title ?? null;
  const told = { ...facts, title };
  const media = [...facts.media, ...(described?.media ?? [])];
  for (const [at, address] of media.entries()) {
    const found = await mediaAt(web, address, signal);
    if (!found) continue;
    const looked = media.slice(0, at + 1);
    const name = await nameOf(web, { page, canonical: facts.canonical }, looked, signal);
    return withTold(found, told, name);
  }
  const players = [...facts.players, ...(described?.players ?? [])];
  for (const address of players) {
    const link = platformLink(address);
    if (link && onPlatform) return onPlatform(link);
  }
  for (const address of players.slice(0, MAX_FRAMES)) {
    const found = await mediaInFrame(web, address, signal);
    if (found) return withTold(found, told, page.withCookies ? undefined : page.address);
  }
  if (facts.refresh && next) return next(facts.refresh);
  const reason = reasonless(page, told);
  // A page in the place of the one that was asked for mentions something else. One of scripts alone
  // may be a player.
  if (!['no_video', 'empty'].includes(reason.detail.reason ?? '')) throw reason;
  for (const address of facts.mentioned) {
    const found = await mediaAt(web, address, signal);
    if (!found) continue;
    const named = withTold(found, told, page.withCookies ? undefined : page.address);
    return { ...named, notes: [...named.notes, MENTIONED_NOTE] };
  }
  throw reason;
}

const severalNote = (videos: number) =>
  `The page shows ${videos} videos; only the first that could be had was read.`;

const MENTIONED_NOTE =
  'The page shows no video itself: this is the media that its script or its link leads to.';

/**
 * The address that a page goes by, none for one that cookies led to. The one that it calls its own
 * is believed where the page there leads to the same media: many sites name one page for all their
 * videos.
 * @param media what was looked at on the page, up to what was found
 */
async function nameOf(
  web: Web,
  { page, canonical }: { readonly page: Page; readonly canonical: string | null },
  media: readonly string[],
  signal: AbortSignal,
): Promise<string | undefined> {
  if (page.withCookies) return undefined;
  if (canonical === null || canonical === page.address) return page.address;
  const looked = await lookedAt(web, canonical, signal);
  if (!looked || !('page' in looked) || looked.page.address !== canonical) return page.address;
  const there = readPage(looked.page).media;
  return media.every((address, at) => there[at] === address) ? canonical : page.address;
}

/** Media at an address that a page names; none when what it names is no media, or not there. */
async function mediaAt(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<FoundMedia | undefined> {
  const looked = await lookedAt(web, address, signal);
  return looked && 'found' in looked ? looked.found : undefined;
}

/** Media that a page in a page shows: players of smaller sites stand in frames. */
async function mediaInFrame(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<FoundMedia | undefined> {
  const looked = await lookedAt(web, address, signal);
  if (!looked || !('page' in looked)) return undefined;
  const facts = readPage(looked.page);
  for (const media of [...facts.media, ...facts.mentioned]) {
    const found = await mediaAt(web, media, signal);
    if (found) return withTold(found, facts, undefined);
  }
  return undefined;
}

async function lookedAt(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<Looked | undefined> {
  try {
    return await look(web, address, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}

/** https://oembed.com: a title, and for videos a piece of markup that plays it. */
async function describedAt(web: Web, address: string, signal: AbortSignal) {
  try {
    const answer = await web.open(address, { signal });
    const text = (await wholeOf(answer, MAX_DESCRIPTION_BYTES)).toString('utf8');
    const { title, html } = Object(JSON.parse(text)) as { title?: unknown; html?: unknown };
    const { elements } = elementsOf(typeof html === 'string' ? html : '', {
      kept: ['video', 'source', 'iframe'],
    });
    const addresses = elements.flatMap((element) => {
      const source = sourceOf(element);
      return source && URL.canParse(source, answer.url)
        ? [{ name: element.name, address: new URL(source, answer.url).href }]
        : [];
    });
    const named = (iframes: boolean) =>
      addresses
        .filter(({ name }) => (name === 'iframe') === iframes)
        .map((element) => element.address);
    return {
      title: typeof title === 'string' ? title.slice(0, 200) : null,
      media: named(false),
      players: named(true),
    };
  } catch {
    // A description is a help only; a page may do without.
    signal.throwIfAborted();
    return undefined;
  }
}

function platformLink(address: string): Link | undefined {
  try {
    const link = linkOf(address);
    return link.platform === 'web' ? undefined : link;
  } catch {
    return undefined;
  }
}

/** The media has an address of its own, but it is the page's that was asked for. */
const withTold = (
  { foundAt: _, ...found }: FoundMedia,
  { title, language, captions, videos }: PageFacts,
  foundAt: string | undefined,
): FoundMedia => ({
  ...found,
  ...(foundAt === undefined ? {} : { foundAt }),
  title: title ?? found.title,
  language: language ?? found.language,
  captions: [...captions, ...found.captions],
  notes: [...found.notes, ...(videos > 1 ? [severalNote(videos)] : [])],
});

/**
 * Why there is no video on a page. A sign-in or a check stands there in the place of what was asked
 * for.
 */
function reasonless(page: Page, { title, html, hasPassword, words, pictures }: PageFacts) {
  const reason = reasonOfPage({ url: page.address, title, html });
  if (reason) return sourceUnavailable(reason);
  if (hasPassword) return sourceUnavailable('auth');
  if (words === 0 && pictures === 0) return sourceUnavailable('empty');
  const what = pictures > 0 ? 'pictures and text' : 'text';
  return sourceUnavailable('no_video', `The page at the link shows ${what}, but no video.`);
}
