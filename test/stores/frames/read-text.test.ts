import { framesOperation } from '../../../layers/app/frames/frames-operation.ts';
import { FramesRequest, FramesResult } from '../../../layers/domain/frames/frames.ts';
import type { KnownVideo } from '../../../layers/domain/videos/video-record.ts';
import { MINUTE, WRITTEN } from '../../support/fakes/fake-engine.ts';
import { testService } from '../../support/service.ts';
import { testTables } from '../../support/tables.ts';

let service: ReturnType<typeof testService>;

beforeAll(async () => {
  service = testService(await testTables());
});

test('writing is told, on its sheets as well, for half a credit a minute more', async () => {
  const principal = await service.caller();
  const { upload_id } = await service.receiveUpload(principal, 'titles');
  const ask = { upload_id, detail: 'standard', read_text: true };
  const { body } = await service.frames(principal, ask);
  const result = FramesResult.parse(body);
  expect(result).toMatchObject({
    credits_charged: 2.5,
    cache_hit: false,
    on_screen_text: [WRITTEN],
  });
  expect(result.sheets[0]?.qa_flags).toEqual(['cut:1.50', 'text:2.00-5.20']);
  expect(result.sheets[1]?.qa_flags).toEqual([]);

  // The window is paid for at its level: whoever asks for its sheets alone pays a fifth.
  const { body: plain } = await service.frames(principal, { upload_id, detail: 'standard' });
  expect(FramesResult.parse(plain)).toMatchObject({ credits_charged: 0.4, cache_hit: true });
  expect(FramesResult.parse(plain).on_screen_text).toBeUndefined();
});

test('where nothing reads, nothing is charged for it, and a note says so', () => {
  const video = { probe: MINUTE } as unknown as KnownVideo;
  const ask = ({ read_text, textReader }: { read_text: boolean; textReader: string | null }) =>
    framesOperation.plan(
      FramesRequest.parse({ url: 'vid_1', detail: 'standard', read_text }),
      video,
      { recogniser: null, textReader },
    );
  expect(ask({ read_text: true, textReader: 'reader' }).priceOf(60)).toBe(250);
  const unread = ask({ read_text: true, textReader: null });
  expect(unread.priceOf(60)).toBe(200);
  expect(unread.plan.readsText).toBeUndefined();
  expect(unread.plan.notes).toEqual([expect.stringContaining('was not read')]);
  expect(ask({ read_text: false, textReader: null }).plan.notes).toEqual([]);
});
