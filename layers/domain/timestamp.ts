import { z } from 'zod';

// Plain groups: the pattern is published, and named groups are written differently in other
// dialects.
const CLOCK = /^(?:(\d{1,4}):([0-5]\d)|(\d{1,5})):([0-5]\d(?:\.\d{1,9})?)$/;

/** Seconds of a clock string (`M:SS.s`, `H:MM:SS`), or undefined when it is not one. */
export function clockSeconds(text: string): number | undefined {
  const parts = CLOCK.exec(text);
  if (!parts) return undefined;
  const [, h = '0', mm, m, s = '0'] = parts;
  return Number(h) * 3600 + Number(mm ?? m) * 60 + Number(s);
}

const FORM = 'write seconds (12.5) or a clock string (1:23.4 or 1:02:03)';
const TOO_FAR = 'no video reaches that far; write seconds from its first frame, such as 12.5';

/** Far beyond any video; what lies outside of the video at hand is for its window to say. */
const OUTERMOST = 1e12;
/** Databases hold no numbers as small as a float can be. */
const NANOSECOND = 1e-9;

/** A number that rows can hold, where what is left off means nothing. */
export const withoutDust = (value: number): number => (Math.abs(value) < NANOSECOND ? 0 : value);

/** Negative ones are no moment of any video, and told so with a window that works. */
export const momentField = z
  .number()
  .overwrite(withoutDust)
  .refine((value) => Math.abs(value) <= OUTERMOST, TOO_FAR)
  .meta({ minimum: 0, maximum: OUTERMOST });

/** A moment of the video as a caller writes it; parsed to seconds. */
export const Timestamp = z
  .union([momentField, z.string().regex(CLOCK, FORM)], {
    error: ({ input }) => (typeof input === 'number' ? TOO_FAR : FORM),
  })
  .transform((value) => (typeof value === 'number' ? value : (clockSeconds(value) ?? Number.NaN)))
  .transform(withoutDust)
  .meta({
    id: 'Timestamp',
    description: 'Seconds from the first frame (12.5), or a clock string (M:SS.s or H:MM:SS).',
    examples: [12.5, '1:23.4', '1:02:03'],
  });

/** What floating point may take from half a millisecond, in milliseconds. */
const NOISE = 1e-6;

/** Seconds as every response carries them: rounded to the millisecond, halves up. */
export const toMillisecond = (seconds: number): number => Math.round(seconds * 1000 + NOISE) / 1000;

/** Windows are compared at the millisecond, the precision that responses carry. */
export const HALF_MILLISECOND = 0.0005;
