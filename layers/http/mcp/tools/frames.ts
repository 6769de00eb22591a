import { z } from 'zod';
import { FramesRequest } from '../../../domain/frames/frames.ts';
import { parsed } from '../../api-event.ts';
import { isUnderWay, UnderWay, underWay } from '../next-call.ts';
import { ShownFrames, sheetsField, showSheets } from '../shown-sheets.ts';
import { members, tool } from '../tool.ts';

const fields = members(FramesRequest.shape, [
  ...([
    'url',
    'upload_id',
    'detail',
    'start',
    'end',
    'transcribe',
    'language',
    'qa',
    'read_text',
  ] as const),
  ...(['signals', 'overlap', 'fps', 'cols', 'rows', 'sheet_width', 'idempotency_key'] as const),
]);

export const framesTool = tool({
  name: 'frames',
  title: 'See a video',
  description:
    'Contact sheets of a video as pictures: grids of frames with the second of each tile burned in, and with them cuts, what happens between the tiles, and what is said. Send exactly one of `url` and `upload_id`. Start with `detail` overview on the whole video, then open a short window with standard, detail or fine, and one moment with single. The whole window is charged once; sheets that are not shown here come free by the call in `next`.',
  scope: 'video:read',
  waits: true,
  annotations: {
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: true,
  },
  input: z.strictObject({ ...fields, sheets: sheetsField }),
  output: z.union([ShownFrames, UnderWay]),
  async call({ who, calls, watch }, { sheets, ...request }) {
    const { idempotency_key: _, ...asked } = request;
    const result = await calls.frames(who, parsed(FramesRequest, request), watch);
    return isUnderWay(result)
      ? underWay(result)
      : showSheets({ who, calls }, result, { asked, most: sheets });
  },
});
