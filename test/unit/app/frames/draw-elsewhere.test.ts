import { drawingElsewhere } from '../../../../layers/app/frames/draw-elsewhere.ts';
import type { Drawing } from '../../../../layers/app/frames/draw-frames.ts';
import type { Decoder } from '../../../../layers/app/ports/sources/decoder.ts';
import type { JobProgress } from '../../../../layers/domain/jobs/job.ts';

const never = new AbortController().signal;
const RUN = { orgId: 'org_1', jobId: 'job_1', run: 'run_1' };

/** What is told on a job whose decoder tells of so many sheets, one look after the other. */
async function told(counts: readonly number[], sheets: number, run: typeof RUN | undefined) {
  const progress: (JobProgress | undefined)[] = [];
  let seconds = 0;
  let asks: boolean | undefined;
  const draw: Decoder['draw'] = async function* (
    _placed,
    _probe,
    _plan,
    _signal,
    { onDrawn } = {},
  ) {
    asks = onDrawn !== undefined;
    for (const count of counts) {
      seconds += 2;
      onDrawn?.(count);
      // One that is written is not told over.
      await Promise.resolve().then(() => undefined);
      await new Promise(setImmediate);
    }
    return {} as never;
  };
  const drawAll = drawingElsewhere({
    decoder: { draw },
    runs: {
      extend: async (_run, _until, step) => {
        progress.push(step);
        return true;
      },
    },
    now: () => new Date(seconds * 1000),
    drawWith: (drawer) => async () => {
      for await (const _ of drawer.draw({} as never, {} as never, never)) void _;
      return {} as never;
    },
  });
  const plan = { sheets: Array.from({ length: sheets }, (_, n) => [n, 1]) };
  await drawAll({ source: {}, folder: 'f', plan, run } as unknown as Drawing, never);
  return { progress, asks };
}

test('a read in one tells its sheets, and never fewer than before', async () => {
  // The second decoder, after one that died, begins anew.
  const { progress } = await told([0, 2, 0, 1, 3], 4, RUN);
  expect(progress).toEqual([0, 2, 2, 2, 3].map((done) => ({ stage: 'decoding', done, of: 4 })));
});

test('a decoder that claims more sheets than there are is told of with no more', async () => {
  const { progress } = await told([900], 4, RUN);
  expect(progress).toEqual([{ stage: 'decoding', done: 4, of: 4 }]);
});

test.each([
  ['of one sheet', 1, RUN],
  ['that is drawn for no job', 4, undefined],
])('a read %s tells nothing', async (_, sheets, run) => {
  expect(await told([1], sheets, run)).toEqual({ progress: [], asks: false });
});
