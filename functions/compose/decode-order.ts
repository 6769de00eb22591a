import { z } from 'zod';
import { ApiError } from '../../layers/domain/errors.ts';
import type { FramesPlan } from '../../layers/domain/frames/frames-plan.ts';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { SegmentPlan } from '../../layers/media/segments/segment-plan.ts';
import { STREAMS } from '../../layers/media/segments/segment-record.ts';

const SignedPut = z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()) });

/** Files of a segment's folder. */
export const FILES = [...Object.values(STREAMS), 'segment.json'] as const;

const Read = z.strictObject({
  source: z.strictObject({ url: z.url(), tableUrl: z.url(), length: z.int().min(0) }),
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
]);
export type Order = z.infer<typeof Order>;

/** What is answered of a file that cannot be read. Anything else that goes wrong is thrown. */
export const Refused = z.strictObject({ refused: ApiError });
export const Cut = z.strictObject({ parts: z.array(SegmentPlan) });
export const Decoded = z.strictObject({ decoded: z.literal(true) });
