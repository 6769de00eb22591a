import { listingSheets, makeReadPartial } from '../../../../layers/app/frames/partial-sheets.ts';
import type { DrawnSheet, Measured } from '../../../../layers/app/ports/sources/engine.ts';
import { PartialFrames } from '../../../../layers/domain/frames/partial-frames.ts';
import type { JobRecord } from '../../../../layers/domain/jobs/job-record.ts';
import { segmentsFolder } from '../../../../layers/domain/videos/video-folder.ts';
import { memoryArtifacts } from '../../../support/fakes/memory-artifacts.ts';

const job = {
  org_id: 'org_1',
  video_id: 'vid_1',
  job_id: 'job_1',
  operation: 'frames',
  progress: { stage: 'decoding', done: 1, of: 4 },
} as JobRecord;
const place = segmentsFolder('org_1', 'vid_1', 'job_1');
const folder = 'orgs/org_1/videos/vid_1/results/digest';

const sheet = (page: number): DrawnSheet => ({
  page,
  frameTimes: [page, page + 0.5],
  width: 56,
  height: 28,
  jpeg: Buffer.from('jpeg'),
});

/** Sheets that are drawn ten seconds after each other, and what is listed when each is asked for. */
function drawing() {
  const artifacts = memoryArtifacts();
  const read = makeReadPartial({ artifacts });
  const clock = { seconds: 0 };
  async function* drawn(count: number): AsyncGenerator<DrawnSheet, Measured> {
    for (let page = 1; page <= count; page++) {
      clock.seconds += 10;
      yield sheet(page);
    }
    return {} as Measured;
  }
  const pages = async (about = job) =>
    (await read(about))?.partial.sheets.map(({ page }) => page) ?? [];
  async function list(count: number): Promise<number[][]> {
    const keeping = { artifacts, place, folder, now: () => new Date(clock.seconds * 1000) };
    const listed: number[][] = [];
    for await (const _ of listingSheets(keeping, drawn(count))) listed.push(await pages());
    return [...listed, await pages()];
  }
  return { artifacts, read, list, pages };
}

test('a sheet is listed when it is stored, with all that stays as it is', async () => {
  const { list, read } = drawing();
  expect(await list(3)).toEqual([[], [1], [1, 2], [1, 2, 3]]);
  const partial = PartialFrames.parse(await read(job));
  expect(partial.partial.sheets[1]).toEqual({
    page: 2,
    t0: 2,
    t1: 2.5,
    n_frames: 2,
    frame_times: [2, 2.5],
    width: 56,
    height: 28,
    bytes: 4,
    estimated_vision_tokens: 2,
    url: expect.stringContaining(`${folder}/sheet-2.jpg`),
  });
});

test('a run that draws anew takes no sheet away', async () => {
  const { list } = drawing();
  await list(3);
  expect(await list(4)).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3, 4],
  ]);
});

test('only a job for frames that is decoded shows a part, and none when it is cleared', async () => {
  const { artifacts, list, pages } = drawing();
  await list(2);
  expect(await pages({ ...job, operation: 'watch_video' })).toEqual([]);
  expect(await pages({ ...job, progress: undefined })).toEqual([]);
  await artifacts.deletePrefix(`${place}/`);
  expect(await pages()).toEqual([]);
});
