import { z } from 'zod';
import { OnScreenText } from './on-screen-text.ts';
import { Signal } from './signal.ts';
import { Technical } from './technical.ts';

/** More than any plan draws or any file is told of: what a decoder says is held to it. */
const MOST_SHEETS = 10_000;
const MOST_FRAMES = 10_000;
const MOST_NOTES = 100;
const MOST_CHARACTERS = 10_000;
const MOST_PIXELS = 16_384;
/** Of one JPEG. */
const MOST_SHEET_BYTES = 64 * 1024 ** 2;
/** Four hours of sound. */
const MOST_SOUND_BYTES = 4 * 3600 * 16_000 * 2;

const Told = z.string().max(MOST_CHARACTERS);
const Stretches = z.array(z.tuple([z.number(), z.number()]));
const Second = z.number().nullable();

const Damage = z.strictObject({
  lost: Stretches,
  absent: Stretches,
  doubtful: Stretches,
  twice: Stretches,
  resized: z.array(
    z.strictObject({
      second: z.number(),
      width: z.int().positive(),
      height: z.int().positive(),
      pixelAspect: z.number().positive().optional(),
    }),
  ),
  silent: Stretches,
  pictureEnds: Second,
  soundEnds: Second,
  unheard: Told.nullable(),
});

/**
 * What a decoder without rights tells of a read that it has drawn; sound and JPEGs follow it as
 * bytes. The file may have taken its decoder over: nothing of this is more than it claims.
 */
export const DrawnRead = z.strictObject({
  /** Of 16 kHz mono, 16 bits a sample, least significant byte first; 0 where none was wanted. */
  soundBytes: z.int().min(0).max(MOST_SOUND_BYTES).multipleOf(2),
  sheets: z
    .array(
      z.strictObject({
        page: z.int().min(1).max(MOST_SHEETS),
        frameTimes: z.array(z.number()).min(1).max(MOST_FRAMES),
        width: z.int().min(1).max(MOST_PIXELS),
        height: z.int().min(1).max(MOST_PIXELS),
        bytes: z.int().min(4).max(MOST_SHEET_BYTES),
      }),
    )
    .max(MOST_SHEETS),
  measured: z.strictObject({
    technical: Technical,
    signal: Signal.exactOptional(),
    damage: Damage,
    notes: z.array(Told).max(MOST_NOTES),
    writing: z
      .strictObject({ lines: z.array(OnScreenText), notes: z.array(Told).max(MOST_NOTES) })
      .exactOptional(),
  }),
});
export type DrawnRead = z.infer<typeof DrawnRead>;
