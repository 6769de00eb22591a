import { readWorker } from '../../functions/workers/workers.ts';
import { DECODE, type FunctionSize, MEDIA } from '../../lib/function-sizes.ts';

interface Functions extends Pick<FunctionSize, 'memoryMb'> {
  /** How many of them run at once, over all jobs. */
  readonly concurrency: number;
}

/** What the cloud is made of, as far as reads go through it. */
export interface Setting {
  readonly name: string;
  /** Workers that read windows whole. */
  readonly readers: Functions;
  /**
   * Workers of long reads, which plan them and bring their segments together, fed by a queue of
   * their own; where there are none the readers do it.
   */
  readonly long?: (Functions & { readonly plans: boolean }) | undefined;
  /** Functions that decode a segment. */
  readonly decoders: Functions;
  /** Parts of the pictures of a long video. */
  readonly segments: number;
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

const readersMerge: Setting = {
  name: 'readers merge, 64 segments',
  readers: { concurrency: readWorker.concurrency, memoryMb: MEDIA.memoryMb },
  decoders: { concurrency: 500, memoryMb: DECODE.memoryMb },
  ...{ segments: 64, mapWidth: 64, widthOfOrganization: Number.POSITIVE_INFINITY },
  mergesBesideSound: false,
};
const long = { concurrency: 100, memoryMb: DECODE.memoryMb, plans: false };
const halved = { ...readersMerge, segments: 32 };

/** Each goes a step further than the one before. */
export const SETTINGS: readonly Setting[] = [
  readersMerge,
  { ...halved, name: 'readers merge, 32 segments' },
  { ...halved, name: 'long reads are merged by workers of their own', long },
  { ...halved, name: 'and planned by them', long: { ...long, plans: true } },
  {
    ...halved,
    name: 'pictures are merged beside the sound',
    ...{ long: { ...long, plans: true }, mergesBesideSound: true },
  },
  {
    ...halved,
    name: 'an organization has 128 decoders at once',
    ...{ long: { ...long, plans: true }, mergesBesideSound: true, widthOfOrganization: 128 },
  },
];
