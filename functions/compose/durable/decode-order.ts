import { z } from 'zod';
import {
  DecodeOrder,
  Planned,
  SignedMedia,
  Stretch,
} from '../../../layers/app/ports/sources/decoder.ts';
import { SignedPut } from '../../../layers/app/ports/uploads/direct-store.ts';
import { Probe } from '../../../layers/domain/sources/probe.ts';
import { SegmentPlan } from '../../../layers/media/segments/segment-plan.ts';
import { STREAMS } from '../../../layers/media/segments/segment-record.ts';
import { SPEECH_FILES } from '../../../layers/media/speech/keep-speech.ts';

/** Files of a segment's folder. */
export const FILES = [...Object.values(STREAMS), 'segment.json'] as const;

const Part = z.strictObject({
  source: SignedMedia,
  /** Answers while what it gives is wanted. */
  wantedUrl: z.url().optional(),
  probe: Probe,
});
const Read = Part.extend({ plan: Planned });

/** What one call of the function does, for those who wait and for long work. */
export const Order = z.discriminatedUnion('kind', [
  DecodeOrder,
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
  Part.extend({
    kind: z.literal('hear'),
    window: Stretch,
    /** Where what is said in the window goes. */
    puts: z.record(z.enum(SPEECH_FILES), SignedPut),
  }),
]);
export type Order = z.infer<typeof Order>;

export const Cut = z.strictObject({ parts: z.array(SegmentPlan) });
export const Decoded = z.strictObject({ decoded: z.literal(true) });
