import type { Tool } from './tool.ts';
import { batchTool } from './tools/batch.ts';
import { creditsTool } from './tools/credits.ts';
import { eraseVideoTool } from './tools/erase-video.ts';
import { framesTool } from './tools/frames.ts';
import { getJobTool } from './tools/get-job.ts';
import { transcriptTool } from './tools/transcript.ts';
import { uploadTicketTool } from './tools/upload-ticket.ts';
import { watchVideoTool } from './tools/watch-video.ts';

/** Every tool there is, in the order in which an agent is likely to need them. */
export const TOOLS: readonly Tool[] = [
  framesTool,
  transcriptTool,
  watchVideoTool,
  batchTool,
  getJobTool,
  uploadTicketTool,
  creditsTool,
  eraseVideoTool,
];
