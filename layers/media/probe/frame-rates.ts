import type { PictureStream } from '../../domain/sources/probe.ts';
import { fraction, type Stream } from './describe-streams.ts';
import { type Frame, ptsOf } from './list-frames.ts';

/** Rates above this are a time base in disguise, not a frame rate. */
const MAX_RATE = 1000;
/** What is guessed of a file that states no rate may be off by this part of what its frames say. */
const SLACK = 0.1;

type Rate = PictureStream['rate'];

const perSecond = ([frames, seconds]: Rate): number => frames / seconds;

/**
 * Whether what is given for the mean counts fields, as it does of GXF: frames that come twice as
 * often as all of their times do are none.
 */
const countsFields = (mean: Rate, base: Rate): boolean =>
  mean[0] * base[1] === 2 * base[0] * mean[1];

/**
 * 24 frames of film are shown as 60 fields of television: every other frame is a field longer. What
 * ffmpeg takes for the rate of all times is by chance that of the film, or of frames, or of fields.
 */
const OF_FILM = [
  [1, 1],
  [4, 5],
  [2, 5],
] as const;

/**
 * The rate of film that is shown on television, where the mean is a guess or, as a Matroska states
 * of a disc, that of television; undefined of all else.
 */
function rateOfFilm(
  { mean, base, first }: Record<'mean' | 'base' | 'first', Rate | undefined>,
  frames: readonly Frame[],
): Rate | undefined {
  const longer = frames.filter(({ repeat_pict }) => repeat_pict === 1).length;
  if (!base || (mean && perSecond(mean) === perSecond(base) && isBorneOut(mean, first))) {
    return undefined;
  }
  if (longer === 0 || Math.abs(2 * longer - frames.length) > 1) return undefined;
  return OF_FILM.map(([part, of]): Rate => [part * base[0], of * base[1]]).find((rate) =>
    isBorneOut(rate, first),
  );
}

/**
 * The mean rate of a stream, and that of its densest frames. Recordings of browsers state none, and
 * come at any moment: FFmpeg then names the rate of their clock, 1000 a second, and their first
 * frames tell more.
 */
export function frameRates(
  stream: Pick<Stream, 'avg_frame_rate' | 'r_frame_rate'>,
  frames: readonly Frame[],
  timeBase: Rate,
): Pick<PictureStream, 'rate' | 'peakRate'> {
  const plausible = (rate: Rate | undefined) =>
    rate && perSecond(rate) <= MAX_RATE ? rate : undefined;
  const base = plausible(fraction(stream.r_frame_rate));
  const stated = plausible(fraction(stream.avg_frame_rate));
  const mean = stated && base && countsFields(stated, base) ? base : stated;
  const first = firstRate(frames, timeBase);
  const film = rateOfFilm({ mean, base, first }, frames);
  // At their densest frames of film are as close as those of television.
  if (film) return { rate: film, peakRate: [5 * film[0], 4 * film[1]] };
  const rate = mean ?? unstated(base, first) ?? [25, 1];
  // r_frame_rate is the lowest rate that represents all times exactly; for constant rates it is the
  // rate.
  const peakRate = base && perSecond(base) > perSecond(rate) ? base : rate;
  return { rate, peakRate };
}

/** A guess is rounder than what the clock of a container lets the first frames say. */
function unstated(guess: Rate | undefined, first: Rate | undefined): Rate | undefined {
  if (!guess || !first) return first ?? (guess && perSecond(guess) < MAX_RATE ? guess : undefined);
  return isBorneOut(guess, first) ? guess : first;
}

const isBorneOut = (guess: Rate, first: Rate | undefined): boolean =>
  first !== undefined && Math.abs(perSecond(guess) / perSecond(first) - 1) <= SLACK;

/** The mean rate of the first frames; undefined where fewer than two have a time. */
function firstRate(frames: readonly Frame[], [ticks, seconds]: Rate): Rate | undefined {
  const times = frames.flatMap((frame) => ptsOf(frame) ?? []);
  const [first, last] = [Math.min(...times), Math.max(...times)];
  return last > first ? [(times.length - 1) * seconds, (last - first) * ticks] : undefined;
}
