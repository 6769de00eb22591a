import { SourceFault } from '../../../../layers/domain/sources/source-fault.ts';
import { startTool, tailOf } from '../../../../layers/media/ffmpeg/process.ts';

const { signal } = new AbortController();

test('a decoder that stands still is ended, and its file is not blamed for it', async () => {
  const tool = startTool('/bin/sleep', ['600'], { pipes: 2, signal, maxStillMs: 500 });
  await expect(tailOf(tool)).rejects.toEqual(new SourceFault('a decoder stood still'));
  expect((await tool.ended).code).toBeNull();
});

test('a tool that is fed may wait for who feeds it', async () => {
  const tool = startTool('/bin/sleep', ['0.8'], { pipes: 4, signal, maxStillMs: 250 });
  tool.input(3);
  expect([await tailOf(tool), (await tool.ended).code]).toEqual(['', 0]);
});
