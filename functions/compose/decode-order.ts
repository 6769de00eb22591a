import { z } from 'zod';
import type { FramesPlan } from '../../layers/domain/frames/frames-plan.ts';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { SegmentPlan } from '../../layers/media/segments/segment-plan.ts';
import { STREAMS } from '../../layers/media/segments/segment-record.ts';
import { SPEECH_FILES } from '../../layers/media/speech/keep-speech.ts';

export const SignedPut = z.strictObject({
  url: z.url(),
  headers: z.record(z.string(), z.string()),
});

/** Files of a segment's folder. */
export const FILES = [...Object.values(STREAMS), 'segment.json'] as const;

const Stored = z.strictObject({ url: z.url(), tableUrl: z.url(), length: z.int().min(0) });

const Remote = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('file'),
    address: z.url(),
    bytes: z.int().min(1),
    tag: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('stream'), address: z.url() }),
]);

const Source = z.union([Stored, z.strictObject({ remote: Remote, version: z.string() })]);

/** Made by a release of ours, and by no caller. */
const Plan = z.custom<FramesPlan>((plan) => typeof plan === 'object' && plan !== null);

/** Seconds. */
const Stretch = z.tuple([z.number(), z.number()]);

const Read = z.strictObject({
  source: Stored,
  /** Answers while the read is wanted. */
  wantedUrl: z.url().optional(),
  probe: Probe,
  plan: Plan,
});

/** What gives a file, which is the answer where it is small, and put where that is told otherwise. */
const Found = z.strictObject({ source: Source, probe: Probe, put: SignedPut });

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
  z.strictObject({ kind: z.literal('probe'), source: Stored }),
  z.strictObject({ kind: z.literal('open'), remote: Remote }),
  z.strictObject({ kind: z.literal('copy'), source: Stored, probe: Probe, put: SignedPut }),
  Found.extend({ kind: z.literal('draw'), plan: Plan, hasSound: z.boolean() }),
  Found.extend({ kind: z.literal('captions'), language: z.string(), window: Stretch }),
  Found.extend({ kind: z.literal('speech'), window: Stretch }),
  z.strictObject({
    kind: z.literal('hear'),
    source: Stored,
    /** Answers while the words are wanted. */
    wantedUrl: z.url().optional(),
    probe: Probe,
    window: Stretch,
    /** Where what is said in the window goes. */
    puts: z.record(z.enum(SPEECH_FILES), SignedPut),
  }),
]);
export type Order = z.infer<typeof Order>;

export const Cut = z.strictObject({ parts: z.array(SegmentPlan) });
export const Decoded = z.strictObject({ decoded: z.literal(true) });
