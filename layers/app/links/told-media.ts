import { z } from 'zod';
import { MOST_HOLES } from '../../domain/sources/damage.ts';

/** Limits on what a function without rights says of a link: more than any site sends. */
const MOST_CHARACTERS = 2_000;
const MOST_ADDRESS_CHARACTERS = 100_000;
const MOST_CAPTION_CHARACTERS = 5_000_000;
const MOST_CAPTIONS = 1_000;
const MOST_NOTES = 20;
const MOST_SLIDES = 100;
const MOST_PARTS = 10_000;
const PartNumber = z.int().min(1).max(MOST_PARTS);

const Text = z.string().max(MOST_CHARACTERS);
const Address = z.string().max(MOST_ADDRESS_CHARACTERS);
const Caption = z.strictObject({ language: Text.nullable(), format: z.enum(['vtt', 'srt']) });
const Notes = z.array(Text).max(MOST_NOTES);

const Offer = z.strictObject({
  formats: z
    .array(z.strictObject({ kind: z.enum(['file', 'hls', 'dash']), address: Address }))
    .min(1)
    .max(2),
  headers: z.record(z.string().max(MOST_CHARACTERS), Text),
});

/** Where media lies, as it was found without rights. */
const ToldPlace = z.strictObject({
  place: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('file'),
      address: Address,
      askedAt: Address.optional(),
      bytes: z.int().min(0).nullable(),
      ranges: z.boolean(),
    }),
    z.strictObject({ kind: z.literal('stream'), address: Address }),
    z.strictObject({ kind: z.literal('page'), address: Address, offered: Offer.optional() }),
    z.strictObject({
      kind: z.literal('slides'),
      images: z.array(Address).max(MOST_SLIDES),
      audio: Address.nullable(),
    }),
  ]),
  title: Text.nullable(),
  language: Text.nullable(),
  captions: z.array(Caption.extend({ address: Address })).max(MOST_CAPTIONS),
  notes: Notes,
  foundAt: Address.optional(),
});

/** Where a share code leads; null where it tells of no video. */
export const ToldLead = z.strictObject({ leadsTo: Address.nullable() });
export const ToldFinding = z.strictObject({ found: ToldPlace });

/** A round that is over, of a file that goes on in another. */
export const ToldRound = z.strictObject({ goesOn: z.literal(true) });

/** What was fetched, beside its bytes, which were put into the store in these parts. */
export const ToldMedia = z.strictObject({
  bytes: z.int().min(1),
  parts: z.array(PartNumber).min(1).max(MOST_PARTS),
  /** The table of its digests. */
  table: z.base64(),
  captions: z
    .array(Caption.extend({ text: z.string().max(MOST_CAPTION_CHARACTERS) }))
    .max(MOST_CAPTIONS),
  carousel: z
    .strictObject({ slides: z.int().min(0), audio_seconds: z.number().min(0).nullable() })
    .nullable(),
  notes: Notes,
  missing: z
    .array(z.tuple([z.number(), z.number()]))
    .max(MOST_HOLES)
    .optional(),
});

/** How far a fetch has come. */
export const ToldProgress = z.strictObject({
  bytes: z.int().min(0),
  of: z.int().min(0).nullable(),
  secondsLeft: z.number().min(0).nullable(),
});
