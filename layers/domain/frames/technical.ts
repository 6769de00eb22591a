import { z } from 'zod';

const seconds = z.number();

export const Span = z.strictObject({
  start: seconds,
  end: seconds,
  duration: seconds.nullable(),
});
export type Span = z.infer<typeof Span>;

/** Measurements of the picture and the sound, not judgements. */
export const Technical = z
  .strictObject({
    scene_cuts: z.array(seconds).describe('The first frame of each new shot.'),
    pacing: z.strictObject({
      cuts: z.int(),
      segments: z.int(),
      median_segment_seconds: seconds.nullable(),
      shortest_segment_seconds: seconds.nullable(),
      longest_segment_seconds: seconds.nullable(),
      cuts_per_minute: z.number().nullable(),
    }),
    freezes: z.array(Span).describe('An unchanged picture for 1 s or more.'),
    blacks: z.array(Span).describe('A black picture for 0.1 s or more.'),
    silence_gaps: z.array(Span).describe('Below -50 dBFS for 0.5 s or more.'),
    skipped: z.boolean().describe('The detectors did not run: empty lists are then no finding.'),
  })
  .meta({ id: 'Technical' });
export type Technical = z.infer<typeof Technical>;

/** What is said when the detectors did not run. */
export const TECHNICAL_SKIPPED: Technical = {
  scene_cuts: [],
  pacing: {
    cuts: 0,
    segments: 0,
    median_segment_seconds: null,
    shortest_segment_seconds: null,
    longest_segment_seconds: null,
    cuts_per_minute: null,
  },
  freezes: [],
  blacks: [],
  silence_gaps: [],
  skipped: true,
};
