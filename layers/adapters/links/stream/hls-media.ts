import { joined } from '../../../domain/stretches.ts';
import type { Window } from '../../../domain/window.ts';
import { absolute } from './hls.ts';
import { type Attributes, attributes } from './hls-attributes.ts';
import { withVariables } from './hls-variables.ts';
import { laidOut, MAX_PIECES, type Piece, type TimedPiece, type Track } from './stream.ts';
import { tooManyPieces, wrongLengths } from './stream-errors.ts';

/**
 * What a media playlist says of its segments: https://www.rfc-editor.org/rfc/rfc8216#section-4.3
 */
export interface HlsMedia {
  /** One for each run of segments that go on where the one before ended. */
  readonly runs: readonly Track[];
  /** Stretches of which it says that the site has no segment, on the clock of the lengths it tells. */
  readonly missing: readonly Window[];
  /** Whether the length of each segment is told. */
  readonly timed: boolean;
  readonly ended: boolean;
}

/** What is told of a segment. */
interface Named {
  readonly seconds: number;
  readonly isGone: boolean;
  readonly run: number;
}

interface Reading {
  readonly base: string;
  readonly pieces: (Piece & Named)[];
  /** What stands before the segments of each run; undefined where nothing does. */
  readonly inits: (Piece | undefined)[];
  sequence: number;
  seconds: number;
  /** Of the next segment, as `n[@o]`. */
  range: string | undefined;
  /** Whether the next segment is named, but not there. */
  isGone: boolean;
  lock: Attributes | undefined;
  /** Something was seen that changes what segments mean, and that is not read here. */
  foreign: boolean;
}

/**
 * Reads the segments of a media playlist.
 * @param base the address it came from
 * @returns undefined for what is written in a way that is not read here
 * @throws DomainError source_unavailable: more segments than any video has, lengths below zero
 */
export function parseHlsMedia(text: string, base: string): HlsMedia | undefined {
  const plain = withVariables(text, base);
  if (plain === undefined) return undefined;
  const reading: Reading = {
    base,
    pieces: [],
    inits: [undefined],
    sequence: 0,
    seconds: Number.NaN,
    range: undefined,
    isGone: false,
    lock: undefined,
    foreign: false,
  };
  let ended = false;
  for (const line of linesOf(plain)) {
    const [, tag = '', rest = ''] = /^#([A-Z0-9-]+)(?::(.*))?$/.exec(line) ?? [];
    if (tag === 'EXT-X-ENDLIST') ended = true;
    else if (tag === 'EXT-X-PLAYLIST-TYPE') ended ||= rest.trim() === 'VOD';
    else if (tag !== '') readTag(reading, tag, rest);
    else if (line !== '' && !line.startsWith('#')) readSegment(reading, line);
    if (reading.foreign) return undefined;
  }
  const { pieces, inits } = reading;
  // A length that is not told is none that says where anything lies.
  const told = laidOut(pieces);
  const laid = told ?? untold(pieces);
  const there = laid.filter(({ isGone }) => !isGone);
  const gone = laid.filter(({ isGone }) => isGone);
  if (there.length === 0 || (gone.length > 0 && !told)) return undefined;
  const missing = joined(gone.map(({ start, end }) => [start, end] as const));
  const runs = Map.groupBy(there, ({ run }) => run);
  const tracks = [...runs].map(([run, of]): Track => {
    const init = inits[run];
    return { ...(init && { init }), pieces: of.map(pieceAlone), ahead: 0 };
  });
  return { runs: tracks, missing, timed: told !== undefined, ended };
}

const pieceAlone = ({ isGone: _, run: __, seconds: ___, ...piece }: TimedPiece & Named) => piece;

const untold = <Of extends Piece>(pieces: readonly Of[]): (Of & TimedPiece)[] =>
  pieces.map((piece) => ({ ...piece, start: 0, end: 0 }));

function* linesOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    yield text.slice(at, end).trim();
    at = end + 1;
  }
}

function readTag(reading: Reading, tag: string, rest: string): void {
  switch (tag) {
    case 'EXTINF':
      reading.seconds = Number.parseFloat(rest);
      if (reading.seconds < 0) throw wrongLengths();
      break;
    case 'EXT-X-BYTERANGE':
      reading.range = rest;
      break;
    case 'EXT-X-MEDIA-SEQUENCE':
      reading.sequence = Number(rest) || 0;
      break;
    case 'EXT-X-KEY':
      reading.lock = attributes(rest);
      break;
    case 'EXT-X-MAP':
      readMap(reading, attributes(rest));
      break;
    case 'EXT-X-DISCONTINUITY':
      if (hasBegun(reading)) reading.inits.push(reading.inits.at(-1));
      break;
    case 'EXT-X-GAP':
      reading.isGone = true;
      break;
  }
}

function readSegment(reading: Reading, line: string): void {
  const { pieces, sequence, seconds, range, isGone, base } = reading;
  const address = absolute(line, base);
  if (!address) return;
  if (pieces.length >= MAX_PIECES) throw tooManyPieces();
  const before = pieces.at(-1);
  const after = before?.address === address ? before.range?.[1] : undefined;
  const piece = pieceOf(address, range, after);
  const key = lockOf(reading, sequence + pieces.length);
  if (!piece || key === null) reading.foreign = true;
  else pieces.push({ ...piece, ...(key && { key }), seconds, isGone, run: runOf(reading) });
  reading.range = undefined;
  reading.isGone = false;
  reading.seconds = Number.NaN;
}

function readMap(reading: Reading, { URI = '', BYTERANGE }: Attributes): void {
  const address = absolute(URI, reading.base);
  const piece = address && pieceOf(address, BYTERANGE, undefined);
  const key = lockOf(reading, reading.sequence + reading.pieces.length);
  if (!piece || key === null) {
    reading.foreign = true;
    return;
  }
  const init = { ...piece, ...(key && { key }) };
  const other = reading.inits.at(-1);
  const same = other?.address === init.address && String(other.range) === String(init.range);
  if (same) return;
  if (hasBegun(reading)) reading.inits.push(init);
  else reading.inits[runOf(reading)] = init;
}

const runOf = ({ inits }: Reading): number => inits.length - 1;

/** Whether the run that is read has segments. */
const hasBegun = (reading: Reading): boolean => reading.pieces.at(-1)?.run === runOf(reading);

const isOpen = ({ lock }: Reading): boolean => (lock?.['METHOD'] ?? 'NONE') === 'NONE';

/** Undefined where nothing is locked, null where it is in a way that is not read here. */
function lockOf(reading: Reading, sequence: number): Piece['key'] | null {
  if (isOpen(reading)) return undefined;
  const { METHOD, URI = '', IV } = reading.lock ?? {};
  const address = absolute(URI, reading.base);
  const digits = /^0x([0-9a-f]{1,32})$/i.exec(IV ?? `0x${sequence.toString(16)}`)?.[1];
  if (METHOD !== 'AES-128' || !address || digits === undefined) return null;
  return { address, iv: Buffer.from(digits.padStart(32, '0'), 'hex') };
}

/** @param after the byte before the next one, where the piece before lies at the same address */
function pieceOf(
  address: string,
  range: string | undefined,
  after: number | undefined,
): Piece | undefined {
  if (range === undefined) return { address };
  const [, length, offset] = /^\s*(\d{1,15})(?:@(\d{1,15}))?\s*$/.exec(range) ?? [];
  const first = offset === undefined ? (after ?? -1) + 1 : Number(offset);
  const last = first + Number(length) - 1;
  return last >= first ? { address, range: [first, last] } : undefined;
}
