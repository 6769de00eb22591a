import { z } from 'zod';
import { nameField } from '../../../domain/calls/source-request.ts';
import { EraseVideoResult } from '../../../domain/videos/erase-video.ts';
import { tool } from '../tool.ts';

export const eraseVideoTool = tool({
  name: 'erase_video',
  title: 'Erase a video',
  description:
    'Erases a video and all that was made of it, for good: source, sheets, transcripts, jobs, and what was paid for it. Ask the person first.',
  scope: 'video:read',
  annotations: {
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: true,
    openWorldHint: false,
  },
  input: z.strictObject({
    video_id: nameField.describe('`video.id` of a result: `vid_…`.'),
  }),
  output: EraseVideoResult,
  call: async ({ who, calls }, { video_id }) => ({
    structured: await calls.eraseVideo(who, video_id),
  }),
});
