import { READS } from '../../../layers/http/examples/reads.ts';
import { describeFrames } from '../../../sdk/src/cli/describe.ts';
import type { FramesResult } from '../../../sdk/src/types.ts';

const read = READS.FramesResult as FramesResult;

test('whoever has writing read is told where there is none, and nobody else', () => {
  const { on_screen_text: _, ...unread } = read;
  expect(describeFrames(unread, [])).not.toContain('written');
  const nothing = { ...read, on_screen_text: [] };
  expect(describeFrames(nothing, [])).toMatch(/^written {4}nothing$/m);
});
