import { rangeOf, refuseStatus } from '../web/answers.ts';
import { openAgain } from '../web/open-again.ts';
import { letGo, type Web, wholeOf } from '../web/web.ts';
import { cueIndex, type Stretch } from './cues.ts';
import type { Indexed } from './dash-pieces.ts';
import { boxAt, type Reference, type SegmentIndex, segmentIndex } from './sidx.ts';
import { MAX_PIECES, type Piece, type TimedPiece, type Track } from './stream.ts';
import { tooManyPieces } from './stream-errors.ts';

const MAX_INDEX_BYTES = 2_000_000;
/** Of a file without an index, which is fetched from its first byte to its last. */
const STRETCH_BYTES = 8_000_000;
const EBML = '1a45dfa3';
const TS_SYNC = 0x47;

/** What is known of a track that is one file. */
export interface OneFile {
  readonly track: Track;
  /** Whether an index says where its seconds lie. */
  readonly timed: boolean;
}

/**
 * A track that is one file at an address: in the pieces that its index tells, else in stretches of
 * bytes, where it can be read from its first byte to its last.
 * @param look bytes of its beginning that are searched for an index of which nobody tells the place
 * @returns undefined when it is sent whole alone, or has at its end what has to be read first
 * @throws DomainError source_unavailable
 */
export async function oneFile(
  web: Web,
  place: Indexed,
  look: number,
  signal: AbortSignal,
): Promise<OneFile | undefined> {
  const { address, init, index, ahead } = place;
  const [from, to] = index ?? [0, look - 1];
  if (to - from >= MAX_INDEX_BYTES) return undefined;
  const ask = (first: number, last: number) => stretchOf(web, address, [first, last], signal);
  const looked = await ask(from, to);
  if (!looked) return undefined;
  const { total } = looked;
  const found = segmentIndex(looked.bytes, looked.at);
  // What a manifest names is the index of what it shows.
  const isWhole = found && (index !== undefined || (await isOfAll(found, total, ask)));
  const segments = isWhole ? found : undefined;
  const head = looked.at === 0 ? looked : await ask(0, look - 1);
  const references =
    segments?.references ??
    (head && total ? cueIndex(head.bytes, index && looked, total) : undefined);
  const [first] = references ?? [];
  if (references && first) {
    if (references.length > MAX_PIECES) throw tooManyPieces();
    // What WebM has before its first cluster is told by where that begins, not by what is said.
    const before = segments
      ? (init ?? headOf(address, segments.at))
      : headOf(address, first.range[0]);
    return { track: { init: before, pieces: timed(place, references), ahead }, timed: true };
  }
  const isSequential = head && total && canBeReadAsItComes(head.bytes);
  return isSequential ? { track: { pieces: cut(place, total), ahead }, timed: false } : undefined;
}

const headOf = (address: string, bytes: number): Piece => ({ address, range: [0, bytes - 1] });

const timed = ({ address, ahead }: Indexed, references: readonly Reference[]): TimedPiece[] =>
  references.map(({ start, end, range }) => ({
    address,
    range,
    start: start - ahead,
    end: end - ahead,
  }));

/** Boxes with which media goes on behind what an index tells. */
const MEDIA = /^(sidx|styp|moof|emsg|prft|mdat)$/;
const BOX_BYTES = 16;

/** Whether no media follows what an index tells: files may hold one for each fragment. */
async function isOfAll(
  { references }: SegmentIndex,
  total: number | undefined,
  ask: (first: number, last: number) => Promise<Stretch | undefined>,
): Promise<boolean> {
  const behind = (references.at(-1)?.range[1] ?? 0) + 1;
  if (!total || behind + BOX_BYTES > total) return true;
  const next = await ask(behind, behind + BOX_BYTES - 1);
  return !MEDIA.test((next && boxAt(next.bytes, 0)?.type) ?? '');
}

/** @returns undefined when the site sends no parts */
async function stretchOf(
  web: Web,
  address: string,
  [first, last]: readonly [number, number],
  signal: AbortSignal,
): Promise<(Stretch & { readonly total: number | undefined }) | undefined> {
  const headers = { range: `bytes=${first}-${last}`, 'accept-encoding': 'identity' };
  const answer = await openAgain(web, address, { headers, signal });
  refuseStatus(answer);
  const range = rangeOf(answer);
  if (range?.first !== first) {
    letGo(answer.body);
    return undefined;
  }
  const bytes = await wholeOf(answer, last - first + 2);
  return { bytes, at: first, total: range.total };
}

/** Whether a decoder needs nothing of the end of a file before what stands at its beginning. */
function canBeReadAsItComes(head: Buffer): boolean {
  if (head.toString('hex', 0, 4) === EBML || head[0] === TS_SYNC) return true;
  let box = boxAt(head, 0);
  while (box && box.type !== 'moov' && box.type !== 'mdat') box = boxAt(head, box.end);
  return box?.type === 'moov';
}

/** Stretches of bytes, which hold as much of the time as of the bytes. */
function cut({ address, seconds = 0 }: Indexed, total: number): TimedPiece[] {
  const pieces: TimedPiece[] = [];
  for (let first = 0; first < total; first += STRETCH_BYTES) {
    const last = Math.min(first + STRETCH_BYTES, total) - 1;
    const at = (byte: number) => (byte / total) * seconds;
    const inside = first > 0 && ({ inside: true } as const);
    pieces.push({ address, range: [first, last], start: at(first), end: at(last + 1), ...inside });
  }
  return pieces;
}
