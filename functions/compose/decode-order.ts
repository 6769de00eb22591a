import { z } from 'zod';
import { ApiError } from '../../layers/domain/errors.ts';
import type { FramesPlan } from '../../layers/domain/frames/frames-plan.ts';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { SegmentPlan } from '../../layers/media/segments/segment-plan.ts';
import { STREAMS } from '../../layers/media/segments/segment-record.ts';
import { SPEECH_FILES } from '../../layers/media/speech/keep-speech.ts';

const SignedPut = z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()) });

/** Files of a segment's folder. */
export const FILES = [...Object.values(STREAMS), 'segment.json'] as const;

const Source = z.strictObject({ url: z.url(), tableUrl: z.url(), length: z.int().min(0) });

const Read = z.strictObject({
  source: Source,
  /** Answers while the read is wanted. */
  wantedUrl: z.url().optional(),
  probe: Probe,
  /** Made by a release of ours, and by no caller. */
  plan: z.custom<FramesPlan>((plan) => typeof plan === 'object' && plan !== null),
});

/** What one call of the function does. */
export const Order = z.discriminatedUnion('kind', [
  Read.extend({
    kind: z.literal('cut'),
    segments: z.int().min(1),
    readsText: z.boolean(),
  }),
  Read.extend({
    kind: z.literal('decode'),
    segment: SegmentPlan,
    /** Where each file of the segment goes that there is. */
    puts: z.record(z.enum(FILES), SignedPut),
  }),
  z.strictObject({ kind: z.literal('probe'), source: Source }),
  z.strictObject({ kind: z.literal('copy'), source: Source, probe: Probe, put: SignedPut }),
  Read.extend({ kind: z.literal('draw'), hasSound: z.boolean(), put: SignedPut }),
  z.strictObject({
    kind: z.literal('hear'),
    source: Source,
    /** Answers while the words are wanted. */
    wantedUrl: z.url().optional(),
    probe: Probe,
    /** Seconds. */
    window: z.tuple([z.number(), z.number()]),
    /** Where what is said in the window goes. */
    puts: z.record(z.enum(SPEECH_FILES), SignedPut),
  }),
]);
export type Order = z.infer<typeof Order>;

/** What is answered of a file that cannot be read. Anything else that goes wrong is thrown. */
export const Refused = z.strictObject({ refused: ApiError });
export const Cut = z.strictObject({ parts: z.array(SegmentPlan) });
export const Decoded = z.strictObject({ decoded: z.literal(true) });
export const Probed = z.strictObject({ probe: Probe });
/** Why there is no copy, or what was put where the order says. */
export const Copied = z.union([
  z.strictObject({ copied: z.strictObject({ probe: Probe, sizeBytes: z.int() }) }),
  z.strictObject({ why: z.string() }),
]);
/** Base64 of a file of what was drawn; null where it was put where the order says. */
export const Drawn = z.strictObject({ drawn: z.string().nullable() });
