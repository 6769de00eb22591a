import { type Node, named } from './manifest-tree.ts';
import { MAX_PIECES, type Piece, type TimedPiece, type Track } from './stream.ts';
import { tooManyPieces, wrongLengths } from './stream-errors.ts';

/** Pieces that are told by an index at the address itself. */
export interface Indexed {
  readonly address: string;
  readonly init: Piece | undefined;
  /** Where the index lies; undefined when the manifest does not say. */
  readonly index: readonly [first: number, last: number] | undefined;
  readonly ahead: number;
  /** Of the whole, where they are known. */
  readonly seconds?: number;
}

export interface Lengths {
  /** Of the period. */
  readonly seconds: number;
  /** What addresses of segments are relative to. */
  readonly address: string;
  /** Period, adaptation set and representation. */
  readonly chain: readonly Node[];
}

/** What one representation says of its segments, with what it has from around it. */
interface Said {
  readonly attribute: (name: string) => string | undefined;
  readonly number: (name: string, otherwise: number) => number;
  readonly child: (name: string) => Node | undefined;
}

/**
 * The segments of a representation: by template and number, template and time, list, or an index at
 * its address.
 * @returns undefined for what is written in a way that is not read here
 */
export function dashPieces(of: Lengths): Track | Indexed | undefined {
  const template = saidOf(of.chain, 'SegmentTemplate');
  if (template) return byTemplate(of, template);
  const list = saidOf(of.chain, 'SegmentList');
  return list ? byList(of, list) : byIndex(of, saidOf(of.chain, 'SegmentBase'));
}

/** What is said nearest to the representation counts. */
function saidOf(chain: readonly Node[], name: string): Said | undefined {
  const said = chain.flatMap((node) => named(node, name)).toReversed();
  if (said.length === 0) return undefined;
  const attribute = (of: string) =>
    said.map(({ attributes }) => attributes[of]).find((value) => value !== undefined);
  return {
    attribute,
    number(of, otherwise) {
      const value = Number(attribute(of) ?? Number.NaN);
      return Number.isFinite(value) ? value : otherwise;
    },
    child: (of) => said.flatMap((node) => named(node, of))[0],
  };
}

/** Start and length of each segment in ticks; the first counts from what the period begins with. */
interface Tick {
  readonly at: number;
  readonly length: number;
}

function byTemplate(of: Lengths, said: Said): Track | undefined {
  const media = said.attribute('media');
  const ticks = ticksOf(of, said, undefined);
  if (media === undefined || !ticks) return undefined;
  const { attributes = {} } = of.chain.at(-1) ?? {};
  const names = {
    RepresentationID: attributes['id'] ?? '',
    Bandwidth: attributes['bandwidth'] ?? '',
  };
  const address = (pattern: string, numbers: Readonly<Record<string, number>>) =>
    within(of.address, filled(pattern, { ...names, ...numbers }));
  const first = said.number('startNumber', 1);
  const pieces = ticks.map(({ at }, n) => pieceAt(address(media, { Number: first + n, Time: at })));
  const pattern = said.attribute('initialization');
  const init = pattern === undefined ? initOf(of, said) : pieceAt(address(pattern, {}));
  const track = timed(said, ticks, pieces, init);
  // By its length alone, sound that ends a moment before the picture would have one segment more.
  const last = track?.pieces.at(-1);
  if (!track || !last || said.child('SegmentTimeline')) return track;
  const end = Math.min(last.end, of.seconds);
  return { ...track, pieces: [...track.pieces.slice(0, -1), { ...last, end, reckoned: true }] };
}

function byList(of: Lengths, said: Said): Track | undefined {
  const list = of.chain.flatMap((node) => named(node, 'SegmentList')).at(-1);
  const media = list ? named(list, 'SegmentURL') : [];
  const ticks = ticksOf(of, said, media.length);
  if (!ticks || ticks.length !== media.length) return undefined;
  const pieces = media.map(({ attributes }) =>
    pieceAt(within(of.address, attributes['media'] ?? ''), attributes['mediaRange']),
  );
  return timed(said, ticks, pieces, initOf(of, said));
}

function byIndex(of: Lengths, said: Said | undefined): Indexed {
  const scale = said?.number('timescale', 1) || 1;
  return {
    address: of.address,
    init: said && initOf(of, said),
    index: rangeOf(said?.attribute('indexRange')),
    ahead: (said?.number('presentationTimeOffset', 0) ?? 0) / scale,
    seconds: of.seconds,
  };
}

function timed(
  said: Said,
  ticks: readonly Tick[],
  pieces: readonly (Piece | undefined)[],
  init: Piece | undefined,
): Track | undefined {
  const scale = said.number('timescale', 1);
  if (!(scale > 0)) return undefined;
  const ahead = said.number('presentationTimeOffset', 0);
  const placed = ticks.flatMap(({ at, length }, n): TimedPiece[] => {
    const piece = pieces[n];
    const start = (at - ahead) / scale;
    return piece ? [{ ...piece, start, end: start + length / scale }] : [];
  });
  if (placed.length === 0 || placed.length !== ticks.length) return undefined;
  return { ...(init && { init }), pieces: placed, ahead: ahead / scale };
}

/** @param count how many there are, where they are listed */
function ticksOf(of: Lengths, said: Said, count: number | undefined): Tick[] | undefined {
  const timeline = said.child('SegmentTimeline');
  const scale = said.number('timescale', 1);
  const ahead = said.number('presentationTimeOffset', 0);
  const end = ahead + of.seconds * scale;
  if (timeline) return byTimeline(named(timeline, 'S'), end);
  const length = said.number('duration', 0);
  if (length < 0) throw wrongLengths();
  if (length === 0) return count === 1 ? [{ at: ahead, length: end - ahead }] : undefined;
  // A length that ends a hair before the period does names no segment more.
  const needed = count ?? Math.ceil((end - ahead) / length - 1e-6);
  if (needed > MAX_PIECES) throw tooManyPieces();
  return Array.from({ length: needed }, (_, n) => ({ at: ahead + n * length, length }));
}

function byTimeline(entries: readonly Node[], end: number): Tick[] | undefined {
  const ticks: Tick[] = [];
  let at = 0;
  for (const [n, { attributes }] of entries.entries()) {
    at = Number(attributes['t'] ?? at);
    const length = Number(attributes['d']);
    const repeats = Number(attributes['r'] ?? 0);
    if (length < 0) throw wrongLengths();
    if (!(length > 0) || !Number.isInteger(at) || !Number.isInteger(repeats)) return undefined;
    // Below zero: as often as it fits before the next entry, or the end.
    const until = Number(entries[n + 1]?.attributes['t'] ?? end);
    const count = repeats >= 0 ? repeats + 1 : Math.ceil((until - at) / length - 1e-6);
    if (!(ticks.length + count <= MAX_PIECES)) throw tooManyPieces();
    for (let more = 0; more < count; more += 1, at += length) ticks.push({ at, length });
  }
  return ticks;
}

function initOf(of: Lengths, { child }: Said): Piece | undefined {
  const { attributes } = child('Initialization') ?? {};
  return (
    attributes && pieceAt(within(of.address, attributes['sourceURL'] ?? ''), attributes['range'])
  );
}

function pieceAt(address: string | undefined, range?: string): Piece | undefined {
  if (address === undefined) return undefined;
  const bytes = rangeOf(range);
  return bytes ? { address, range: bytes } : { address };
}

function rangeOf(text: string | undefined): [number, number] | undefined {
  const [, first, last] = /^(\d{1,15})-(\d{1,15})$/.exec(text ?? '') ?? [];
  return first !== undefined && Number(last) >= Number(first)
    ? [Number(first), Number(last)]
    : undefined;
}

const within = (base: string, address: string): string | undefined =>
  URL.canParse(address, base) ? new URL(address, base).href : undefined;

/** https://dashif.org/Guidelines-TimingModel: `$Number%05d$`, `$$` for a dollar. */
const filled = (pattern: string, values: Readonly<Record<string, string | number>>): string =>
  pattern.replaceAll(/\$(?:([A-Za-z]+)(?:%0(\d{1,2})d)?)?\$/g, (all, name?: string, width = '0') =>
    name === undefined ? '$' : String(values[name] ?? all).padStart(Number(width), '0'),
  );
