import { elementsOf } from '../web/markup.ts';
import { readOf } from './codecs.ts';
import { dashPieces, type Indexed, type Lengths } from './dash-pieces.ts';
import { type Node, named, treeOf } from './manifest-tree.ts';
import { MAX_SECONDS, type Track } from './stream.ts';

/** Elements of a manifest that say where media lies; ISO/IEC 23009-1, section 5. */
const KEPT = [
  'MPD',
  'Period',
  'AdaptationSet',
  'Representation',
  'BaseURL',
  'ContentProtection',
  'EssentialProperty',
  'SegmentTemplate',
  'SegmentTimeline',
  'S',
  'SegmentList',
  'SegmentURL',
  'SegmentBase',
  'Initialization',
];
/** As many as are kept of any text: where there are so many, some were left out. */
const MAX_ELEMENTS = 20_000;
const MAX_HEIGHT = 1080;

/** The sharpest picture of a period up to 1080 lines, and the sound that comes first. */
export interface DashPeriod {
  readonly picture: Track | Indexed | undefined;
  readonly sound: Track | Indexed | undefined;
  /** Seconds on the clock of the manifest. */
  readonly start: number;
  readonly seconds: number;
}

/**
 * Reads a manifest, period by period.
 * @param base the address it came from
 * @returns undefined for what is written in a way that is not read here
 * @throws DomainError source_unavailable: more segments than any video has, lengths below zero
 */
export function parseDash(text: string, base: string): DashPeriod[] | undefined {
  const { elements } = elementsOf(text, { kept: KEPT, withText: ['BaseURL'] }, { xml: true });
  if (elements.length >= MAX_ELEMENTS) return undefined;
  // Which of its tracks open without a licence, whoever offers it knows.
  if (elements.some(({ name }) => name === 'ContentProtection')) return undefined;
  const mpd = treeOf(elements)[0];
  if (mpd?.name !== 'MPD') return undefined;
  const periods: DashPeriod[] = [];
  for (const { node, start, seconds } of lasting(mpd)) {
    if (!(seconds > 0 && start + seconds <= MAX_SECONDS)) return undefined;
    const tracks = tracksOf(mpd, node, seconds, base);
    if (!tracks) return undefined;
    periods.push({ ...tracks, start, seconds });
  }
  return periods.length > 0 ? periods : undefined;
}

/** The periods with their seconds; NaN where they are not told. ISO/IEC 23009-1, section 5.3.2.1. */
function lasting(mpd: Node) {
  const all = named(mpd, 'Period');
  const of = (node: Node | undefined, name: string) => duration(node?.attributes[name]);
  const whole = of(mpd, 'mediaPresentationDuration') ?? Number.NaN;
  let next = 0;
  return all.map((node, n) => {
    const start = of(node, 'start') ?? next;
    const end = of(all[n + 1], 'start') ?? (n === all.length - 1 ? whole : Number.NaN);
    const seconds = of(node, 'duration') ?? end - start;
    next = start + seconds;
    return { node, start, seconds };
  });
}

function tracksOf(
  mpd: Node,
  period: Node,
  seconds: number,
  base: string,
): Pick<DashPeriod, 'picture' | 'sound'> | undefined {
  const sets = named(period, 'AdaptationSet').filter((set) => !isTrick(set));
  const offers = sets.flatMap((set) =>
    named(set, 'Representation').map((representation) => ({ set, representation })),
  );
  const inBase = (node: Node, address: string | undefined) => {
    const [relative] = named(node, 'BaseURL');
    if (!relative) return address;
    const to = relative.text.trim();
    return address !== undefined && URL.canParse(to, address)
      ? new URL(to, address).href
      : undefined;
  };
  const trackOf = (offer: Offer | undefined) => {
    if (!offer) return undefined;
    const chain = [mpd, period, offer.set, offer.representation];
    const address = chain.reduce<string | undefined>((at, node) => inBase(node, at), base);
    const lengths: Lengths = { seconds, address: address ?? '', chain: chain.slice(1) };
    return address === undefined ? undefined : dashPieces(lengths);
  };
  const of = (kind: 'video' | 'audio') => offers.filter((offer) => kindOf(offer) === kind);
  const codecs = (offer: Offer) => attributeOf(offer, 'codecs');
  const chosen = {
    picture: sharpest(readOf(of('video'), codecs)),
    sound: loudest(readOf(of('audio'), codecs)),
  };
  // One that is described elsewhere has none.
  if (!chosen.picture && !chosen.sound) return undefined;
  const tracks = { picture: trackOf(chosen.picture), sound: trackOf(chosen.sound) };
  const whole = Boolean(tracks.picture) === Boolean(chosen.picture);
  return whole && Boolean(tracks.sound) === Boolean(chosen.sound) ? tracks : undefined;
}

interface Offer {
  readonly set: Node;
  readonly representation: Node;
}

/** Pictures for winding, one of many. */
const isTrick = (set: Node): boolean =>
  named(set, 'EssentialProperty').some(({ attributes }) =>
    /trickmode|thumbnail/i.test(attributes['schemeIdUri'] ?? ''),
  );

const attributeOf = ({ set, representation }: Offer, name: string): string =>
  representation.attributes[name] ?? set.attributes[name] ?? '';

function kindOf(offer: Offer): 'video' | 'audio' | undefined {
  const type = `${offer.set.attributes['contentType'] ?? ''} ${attributeOf(offer, 'mimeType')}`;
  return /\bvideo\b/.test(type) ? 'video' : /\baudio\b/.test(type) ? 'audio' : undefined;
}

const number = (offer: Offer, name: string) => Number(attributeOf(offer, name)) || 0;

function sharpest(offers: readonly Offer[]): Offer | undefined {
  const height = (offer: Offer) => number(offer, 'height');
  const fitting = offers.filter((offer) => height(offer) <= MAX_HEIGHT);
  const bandwidth = (offer: Offer) => number(offer, 'bandwidth');
  return fitting.length > 0
    ? fitting.toSorted((a, b) => height(b) - height(a) || bandwidth(b) - bandwidth(a))[0]
    : offers.toSorted((a, b) => height(a) - height(b) || bandwidth(a) - bandwidth(b))[0];
}

/** Of the first set of tracks, which is the one that a player plays unless told otherwise. */
const loudest = (offers: readonly Offer[]): Offer | undefined =>
  offers
    .filter(({ set }) => set === offers[0]?.set)
    .toSorted((a, b) => number(b, 'bandwidth') - number(a, 'bandwidth'))[0];

/** Seconds of an ISO 8601 duration, as far as days. */
function duration(text: string | undefined): number | undefined {
  const parts = /^PT?(?:(\d+)DT?)?(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?$/.exec(text ?? '');
  if (!parts) return undefined;
  const [, days = 0, hours = 0, minutes = 0, seconds = 0] = parts.map((part) => Number(part) || 0);
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
}
