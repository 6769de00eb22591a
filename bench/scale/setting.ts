import { decode, decodeNow, decodeSound } from '../../functions/durable/durable-functions.ts';
import { Env as LongReadEnv } from '../../functions/durable/long-read/env.ts';
import { Env as ReadEnv } from '../../functions/workers/read/env.ts';
import { mergeWorker, readWorker } from '../../functions/workers/workers.ts';
import { planSurvey } from '../../layers/domain/questions/survey-plan.ts';
import { segmentsOf } from '../../layers/domain/sources/read-work.ts';
import {
  DECODE,
  type FunctionSize,
  MEDIA,
  MERGING,
  SOUND,
  WAITING,
} from '../../lib/function-sizes.ts';
import { probeOf } from '../../test/support/fakes/probe-of.ts';

interface Functions extends Pick<FunctionSize, 'memoryMb'> {
  /** How many of them run at once, over all jobs. */
  readonly concurrency: number;
}

/** What the cloud is made of, as far as reads go through it. */
export interface Setting {
  readonly name: string;
  /** Workers that have windows read whole. */
  readonly readers: Functions;
  /** Functions that decode for readers while these wait; where there are none they do it. */
  readonly now?: Functions | undefined;
  /**
   * Workers that bring segments together, fed by a queue of their own; where there are none the
   * readers do it.
   */
  readonly long?: Functions | undefined;
  /** Whether those plan as well, or the readers. */
  readonly longPlans: boolean;
  /** Functions that decode a segment. */
  readonly decoders: Functions;
  /** Functions that take sound out; the decoders where there are none of their own. */
  readonly sound?: Functions | undefined;
  /** Core-seconds of a segment, as its work is foreseen. */
  readonly segmentSeconds: number;
  /** Segments of one job that are decoded at once. */
  readonly mapWidth: number;
  /** Segments of one organization's jobs that are decoded at once, shared out as each job begins. */
  readonly widthOfOrganization: number;
  /** Pictures are merged while the sound is still read, or when all is there. */
  readonly mergesBesideSound: boolean;
}

/** Segments of a job that are decoded at once, where its organization has so many jobs at it. */
export const widthOf = ({ mapWidth, widthOfOrganization }: Setting, jobs: number): number =>
  Math.max(1, Math.min(mapWidth, Math.floor(widthOfOrganization / jobs)));

/** Parts of the pictures of a video, as the product foresees them. */
export function segmentsIn(
  { segmentSeconds }: Setting,
  seconds: number,
  size: readonly [number, number],
): number {
  const probe = probeOf(seconds, {}, size);
  return segmentsOf(planSurvey('full', [0, seconds], probe), probe, segmentSeconds) ?? 1;
}

/** Before those that decode for readers: each of these had four cores, and so had who merges. */
const FORMERLY: Setting = {
  name: 'merged by their own workers, 128 decoders an organization',
  readers: { concurrency: readWorker.concurrency, memoryMb: MEDIA.memoryMb },
  long: { concurrency: mergeWorker.concurrency, memoryMb: MEDIA.memoryMb },
  // With those that take sound alone today.
  decoders: {
    concurrency: decode.concurrency + decodeSound.concurrency,
    memoryMb: DECODE.memoryMb,
  },
  segmentSeconds: ReadEnv.shape.SEGMENT_SECONDS.parse(undefined),
  mapWidth: LongReadEnv.shape.DECODES_AT_ONCE.parse(undefined),
  widthOfOrganization: LongReadEnv.shape.ORGANIZATION_DECODES.parse(undefined),
  longPlans: false,
  mergesBesideSound: false,
};

/** Before sound had a function of its own. */
const SOUND_AS_PICTURES: Setting = {
  ...FORMERLY,
  name: 'workers of one core, which wait for four that decode',
  readers: { concurrency: readWorker.concurrency, memoryMb: WAITING.memoryMb },
  now: { concurrency: decodeNow.concurrency, memoryMb: MEDIA.memoryMb },
  long: { concurrency: mergeWorker.concurrency, memoryMb: MERGING.memoryMb },
  mergesBesideSound: true,
};

/** Before long reads were planned by those who merge. */
const PLANNED_BY_READERS: Setting = {
  ...SOUND_AS_PICTURES,
  name: 'sound by less than half a core',
  decoders: { concurrency: decode.concurrency, memoryMb: DECODE.memoryMb },
  sound: { concurrency: decodeSound.concurrency, memoryMb: SOUND.memoryMb },
};

/** As lib/ and functions/ make it. */
export const AS_IT_STANDS: Setting = {
  ...PLANNED_BY_READERS,
  name: '**as it stands**: what is known to be long planned by those who merge',
  longPlans: true,
};

/** What was, what stands, and what would be better. */
export const SETTINGS: readonly Setting[] = [
  {
    ...FORMERLY,
    long: undefined,
    segmentSeconds: 1,
    name: 'readers merge, 64 segments',
    widthOfOrganization: Number.POSITIVE_INFINITY,
  },
  {
    ...FORMERLY,
    long: undefined,
    name: 'in 31 segments',
    widthOfOrganization: Number.POSITIVE_INFINITY,
  },
  FORMERLY,
  { ...FORMERLY, name: 'pictures merged beside the sound', mergesBesideSound: true },
  SOUND_AS_PICTURES,
  PLANNED_BY_READERS,
  AS_IT_STANDS,
  { ...AS_IT_STANDS, segmentSeconds: 40, name: 'and in 46 segments' },
];
