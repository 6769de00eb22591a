import { z } from 'zod';
import { Transcript } from './transcript.ts';

const seconds = z.number();

/** A stretch of sound in which somebody seems to speak; its samples lie elsewhere. */
export const KeptStretch = z.strictObject({
  /** Seconds from the first frame of the video. */
  start: seconds,
  /** How many samples it has, of 16 kHz mono. */
  samples: z.int().min(1),
});
export type KeptStretch = z.infer<typeof KeptStretch>;

/** What listening to a window told, beside the samples of its stretches. */
export const KeptSpeech = z.strictObject({
  speech: Transcript.shape.speech,
  damage: z.strictObject({
    silent: z.array(z.tuple([seconds, seconds])),
    soundEnds: seconds.nullable(),
    unheard: z.string().nullable(),
    heardTwice: z.array(z.tuple([seconds, seconds])).optional(),
  }),
  stretches: z.array(KeptStretch),
});
export type KeptSpeech = z.infer<typeof KeptSpeech>;
