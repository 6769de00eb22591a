import { z } from 'zod';

export const Health = z
  .strictObject({
    status: z
      .enum(['ok', 'degraded'])
      .describe('degraded: without its decoder, or room on its disk, the service reads nothing.'),
    version: z.string().describe('Of the running service.'),
    ffmpeg: z.boolean().describe('The decoder can be run.'),
    yt_dlp: z.boolean().describe('The link downloader can be run.'),
    yt_dlp_version: z
      .string()
      .nullable()
      .describe('Of the link downloader: the day of its release; null where it cannot be run.'),
    notes: z
      .array(z.string())
      .describe('What whoever runs the service should know, such as a downloader that is old.'),
    transcriber: z
      .string()
      .nullable()
      .describe('What turns speech into words; null where only captions are read.'),
    text_reader: z
      .string()
      .nullable()
      .describe('What reads writing on the screen; null where nothing does.'),
    answerer: z
      .string()
      .nullable()
      .describe('Who answers questions: a model, or evidence; null where none is set up rightly.'),
  })
  .meta({ id: 'Health' });
export type Health = z.infer<typeof Health>;
