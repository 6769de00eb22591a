import { z } from 'zod';
import { nameField } from '../calls/source-request.ts';
import { id } from '../ids.ts';

/** An id that names nothing is not found, whatever its shape; so the shape is not judged here. */
export const VideoParams = z.strictObject({ videoId: nameField });
export type VideoParams = z.infer<typeof VideoParams>;

export const EraseVideoResult = z
  .strictObject({
    video_id: id('vid'),
    deleted: z.boolean().describe('The source, the sheets, the transcript: nothing is left.'),
  })
  .meta({ id: 'EraseVideoResult' });
export type EraseVideoResult = z.infer<typeof EraseVideoResult>;
