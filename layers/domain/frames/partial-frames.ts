import { z } from 'zod';
import { Sheet } from './frames.ts';

/** A sheet as it will stand in the result, without what is known when all was read. */
const PartialSheet = Sheet.omit({ spoken: true, qa_flags: true, b64: true, url: true })
  .extend({ url: z.url().describe('A link that expires.') })
  .meta({ id: 'PartialSheet' });

/** What a long read has drawn so far; all of it where only its words are missing. */
export const PartialFrames = z
  .strictObject({
    partial: z.strictObject({
      sheets: z
        .array(PartialSheet)
        .min(1)
        .describe('The first sheets, in order. They stay as they are; more of them may follow.'),
    }),
  })
  .meta({ id: 'PartialFrames' });
export type PartialFrames = z.infer<typeof PartialFrames>;

/** The same as it is kept, with the sheets' keys for links. */
export const StoredPartial = z.object({
  sheets: z.array(PartialSheet.omit({ url: true }).extend({ key: z.string() })),
});
export type StoredPartial = z.infer<typeof StoredPartial>;
