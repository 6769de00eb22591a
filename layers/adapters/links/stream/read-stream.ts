import type { OfferedFormat } from '../../../app/ports/links/links.ts';
import { holesOf } from '../../../domain/sources/damage.ts';
import type { Window } from '../../../domain/window.ts';
import { refuseStatus } from '../web/answers.ts';
import { wholeAgain } from '../web/open-again.ts';
import { sniff } from '../web/sniff.ts';
import type { Answer, Web } from '../web/web.ts';
import { type DashPeriod, parseDash } from './dash.ts';
import type { Indexed } from './dash-pieces.ts';
import { parseHls } from './hls.ts';
import { type HlsMedia, parseHlsMedia } from './hls-media.ts';
import { type OneFile, oneFile } from './one-file.ts';
import {
  MAX_PLAYLIST_BYTES,
  MAX_RUNS,
  type Stream,
  type Track,
  type Tracks,
  zeroOf,
} from './stream.ts';
import { noSuchPlaylist, ofPeriods } from './stream-errors.ts';
import { variantThere } from './variant-there.ts';

/** Where an index stands that nobody tells the place of. */
const LOOK_BYTES = 64 * 1024;
/** Sound without a container, which tells no times. */
const PACKED = /\.(aac|mp3|ac3|ec3)$/i;

/**
 * Reads which pieces a stream is made of.
 * @returns undefined when it is written in a way that is not read here
 * @throws DomainError source_unavailable
 */
export async function readStream(
  web: Web,
  address: string,
  signal: AbortSignal,
): Promise<Stream | undefined> {
  const { text, kind, url } = await playlistAt(web, address, signal);
  if (kind === 'dash') return readDash(web, text, url, signal);
  return kind === 'hls' ? readHls(web, text, url, signal) : undefined;
}

/**
 * The same of a stream whose tracks are known by their addresses.
 * @throws DomainError source_unavailable
 */
export async function readTracks(
  web: Web,
  formats: readonly OfferedFormat[],
  signal: AbortSignal,
): Promise<Stream | undefined> {
  const all: Media[] = [];
  for (const { kind, address } of formats) {
    const one =
      kind === 'hls'
        ? await hlsAt(web, address, signal)
        : asMedia(await oneFile(web, atItself(address), MOST_LOOK_BYTES, signal));
    if (!one) return undefined;
    all.push(one);
  }
  return together(all);
}

/** A track in its runs, as a playlist tells it; a file is one that has ended. */
type Media = HlsMedia;

const asMedia = (file: OneFile | undefined): Media | undefined =>
  file && { runs: [file.track], missing: [], timed: file.timed, ended: true };

/** Tracks beside each other, whose runs belong together. */
function together(all: readonly Media[]): Stream | undefined {
  const [picture] = all;
  const isOne = ({ ended, runs }: Media) => ended && runs.length === picture?.runs.length;
  if (!picture || picture.runs.length > MAX_RUNS || !all.every(isOne)) return undefined;
  if (all.some(({ runs }) => runs.some(isPacked))) return undefined;
  const runs = picture.runs.map((first, n): Tracks => {
    const beside = all.slice(1).flatMap((media) => media.runs[n] ?? []);
    return [first, ...beside];
  });
  const [first, ...more] = runs;
  if (!first) return undefined;
  const zero = zeroOf(first);
  const missing = all.flatMap((media) => media.missing);
  return {
    runs: [first, ...more],
    missing: holesOf(missing.map(([start, end]) => [start - zero, end - zero] as const)),
    timed: more.length === 0 && all.every(({ timed }) => timed),
  };
}

/** Hours of pieces are told in so much. */
const MOST_LOOK_BYTES = 256 * 1024;

const atItself = (address: string): Indexed => ({
  address,
  init: undefined,
  index: undefined,
  ahead: 0,
});

const isPacked = ({ pieces: [first] }: Track): boolean =>
  PACKED.test(new URL(first?.address ?? 'http://none').pathname);

async function hlsAt(web: Web, address: string, signal: AbortSignal, isNamed = false) {
  return mediaOf(await playlistAt(web, address, signal, isNamed));
}

const mediaOf = ({ kind, text, url }: Awaited<ReturnType<typeof playlistOf>>) =>
  kind === 'hls' ? parseHlsMedia(text, url) : undefined;

/** @param isNamed by another playlist, rather than by whoever sent the link */
async function playlistAt(web: Web, address: string, signal: AbortSignal, isNamed = false) {
  const { answer, bytes } = await wholeAgain(web, address, MAX_PLAYLIST_BYTES, { signal });
  if (isNamed && (answer.status === 404 || answer.status === 410)) throw noSuchPlaylist();
  return playlistOf(answer, bytes);
}

async function playlistOf(answer: Answer, bytes: Buffer) {
  refuseStatus(answer);
  const { kind } = await sniff(bytes, answer.header('content-type'));
  return { text: bytes.toString('utf8'), kind, url: answer.url };
}

async function readHls(
  web: Web,
  text: string,
  base: string,
  signal: AbortSignal,
): Promise<Stream | undefined> {
  const { variants } = parseHls(text, base);
  const there = variants.length > 0 ? await variantThere(web, variants, signal) : undefined;
  const picture = there
    ? mediaOf(await playlistOf(there.answer, there.bytes))
    : parseHlsMedia(text, base);
  const apart = there?.variant.sound;
  const sound = apart ? await hlsAt(web, apart, signal, true) : undefined;
  const all = [picture, ...(apart ? [sound] : [])];
  return all.every((media) => media !== undefined) ? together(all) : undefined;
}

async function readDash(
  web: Web,
  text: string,
  base: string,
  signal: AbortSignal,
): Promise<Stream | undefined> {
  const periods = parseDash(text, base) ?? [];
  if (periods.length > MAX_RUNS) throw ofPeriods();
  const told: boolean[] = [];
  const runs: Tracks[] = [];
  for (const period of periods) {
    const places = [period.picture, period.sound].filter((place) => place !== undefined);
    const tracks: Track[] = [];
    for (const place of places) {
      const known = 'pieces' in place ? { track: place, timed: true } : undefined;
      const file = known ?? (await oneFile(web, place as Indexed, LOOK_BYTES, signal));
      const all = file?.track ?? whole(place as Indexed);
      const track = periods.length > 1 && file?.timed ? inPeriod(all, period) : all;
      told.push(file?.timed ?? false);
      // Of a period that is shorter than any of its segments nothing is shown.
      if (track.pieces.length > 0) tracks.push(track);
    }
    const [first, ...more] = tracks;
    if (first) runs.push([first, ...more]);
  }
  const [first, ...more] = runs;
  if (!first) return undefined;
  const isOne = periods.length === 1;
  const zero = zeroOf(first);
  const missing = runs.flat().flatMap(between);
  return {
    runs: [first, ...more],
    missing: holesOf(missing.map(([start, end]) => [start - zero, end - zero] as const)),
    timed: isOne && told.every(Boolean),
    ...(!isOne && { onlyHere: true }),
  };
}

/** What a timeline leaves out between pieces; what rounded times leave is no hole. */
const between = ({ pieces }: Track): Window[] =>
  pieces.slice(1).flatMap(({ start }, n): Window[] => {
    const end = pieces[n]?.end ?? start;
    return start - end >= LEAST_HOLE_SECONDS ? [[end, start]] : [];
  });

const LEAST_HOLE_SECONDS = 0.5;

/** Of a track what its period shows, on the clock of all periods. */
function inPeriod(track: Track, { start, seconds }: DashPeriod): Track {
  const pieces = track.pieces
    .filter((piece) => piece.start < seconds - SPLINTER_SECONDS && piece.end > SPLINTER_SECONDS)
    .map((piece) => ({ ...piece, start: piece.start + start, end: piece.end + start }));
  return { ...track, pieces, ahead: track.ahead - start };
}

/** What of a segment lies in a period may be what its rounded times leave. */
const SPLINTER_SECONDS = 0.01;

/** All of what is at the address, in one piece. */
const whole = ({ address, ahead }: Indexed): Track => ({
  pieces: [{ address, start: 0, end: 0 }],
  ahead,
});
