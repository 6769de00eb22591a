import { MoveDetector } from '../../layers/media/measure/camera/moves.ts';
import { lastingOf, valuesOf } from '../../layers/media/measure/overlays/lasting.ts';
import type { Overlay } from '../../layers/media/measure/overlays/overlay.ts';
import { OverlayDetector } from '../../layers/media/measure/overlays/overlays.ts';
import { alike, within } from '../../layers/media/measure/overlays/regions.ts';
import { OVERLAY_WORTH } from '../../layers/media/measure/overlays/thresholds.ts';
import type { Traits } from '../../layers/media/measure/overlays/traits.ts';
import { FrameHistory } from '../../layers/media/measure/pictures/frame-history.ts';
import { decode, frameTimes } from '../detectors/read.ts';
import type { TruthClip } from '../detectors/truth-set.ts';

type Region = readonly [number, number, number, number];

interface Shown {
  start: number;
  /** Seconds; what stays ends with the clip. */
  end: number;
  region: Region;
}

/** A clip with all that lies over its picture, and stretches in which nobody knows. */
export interface LabelledClip {
  file: string;
  fps: number;
  duration: number;
  overlays: readonly Shown[];
  unknown: readonly { start: number; end: number }[];
}

/** What lies over a drawn clip, as its truth tells. */
export function labelled({ file, fps, duration, truth, seconds }: TruthClip): LabelledClip {
  const overlays = truth.overlays.map(({ from, to, region }) => {
    return { start: seconds(from), end: seconds(to), region };
  });
  const unknown = truth.ignore
    .filter(({ what }) => what === 'overlays')
    .map(({ from, to }) => ({ start: seconds(from), end: seconds(to) }));
  return { file, fps, duration, overlays, unknown };
}

/** A change that the detector followed, and whether it was something laid over the picture. */
export interface Example<Known> {
  known: Known;
  right: boolean;
}

/**
 * Seconds by which a start and an end may be off; what starts this near over a true one is no
 * example of the contrary.
 */
const START = 0.2;
const END = 0.35;
const NEARLY = 0.7;
/** Intersection over union of a whole one, and the share of a part that lies in the whole. */
const WHOLE = 0.3;
const PART = 0.7;

/**
 * True for an overlay or a part of one, false for anything else, undefined where it could be called
 * either.
 */
function isRight(said: Shown, { overlays, unknown }: LabelledClip): boolean | undefined {
  let near = false;
  for (const real of overlays) {
    const over = within(said.region, real.region);
    const late = Math.abs(said.start - real.start);
    const fits = alike(said.region, real.region) >= WHOLE || over >= PART;
    if (fits && late <= START && Math.abs(said.end - real.end) <= END) return true;
    if (over > 0 && late <= NEARLY) near = true;
  }
  if (near || unknown.some((span) => said.start <= span.end && said.end >= span.start))
    return undefined;
  return false;
}

/** Follows the changes of a clip, down to those of a likeness that is worth it. */
async function detect(
  { file, fps, duration }: LabelledClip,
  worth: typeof OVERLAY_WORTH,
): Promise<OverlayDetector> {
  const times = frameTimes(file);
  const history = new FrameHistory(duration);
  const moves = new MoveDetector(history, fps);
  const detector = new OverlayDetector(history, moves, fps, worth);
  await decode(file, (planes) => {
    history.push(times[history.count] ?? history.count / fps, planes);
    moves.push();
    detector.push();
  });
  detector.finish();
  return detector;
}

function example<Known>(overlay: Overlay, known: Known, clip: LabelledClip): Example<Known>[] {
  const right = isRight({ ...overlay, end: overlay.end ?? clip.duration }, clip);
  return right === undefined ? [] : [{ known, right }];
}

/**
 * Every change of greys that the detector follows in a clip, however unlike an overlay it seems to
 * it now: as many as it has room for at once.
 */
export async function examplesOf(clip: LabelledClip): Promise<Example<Traits>[]> {
  const { found } = await detect(clip, { watching: 0, telling: 0 });
  return found
    .filter(({ coloured }) => !coloured)
    .flatMap(({ overlay, traits }) => example(overlay, traits, clip));
}

/** Every change that lasted and is judged as a whole, by what the trees are asked about. */
export async function wholeExamplesOf(clip: LabelledClip): Promise<Example<Float64Array>[]> {
  const { found } = await detect(clip, { ...OVERLAY_WORTH, watching: 0 });
  const lasting = lastingOf(found, clip.duration);
  const values = valuesOf(lasting, clip.duration);
  return lasting.flatMap(({ overlay }, i) => example(overlay, values[i] as Float64Array, clip));
}
