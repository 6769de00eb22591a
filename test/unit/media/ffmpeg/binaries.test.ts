import { findBinaries } from '../../../../layers/media/ffmpeg/binaries.ts';

/** Neither can be started. */
const named = { ffmpeg: '/nowhere/ffmpeg', ffprobe: '/nowhere/ffprobe' };

test('a decoder whose release is told is not started to ask for it', async () => {
  const { passthrough, reconnect, release } = await findBinaries({ ...named, release: 7 });
  expect({ passthrough, release }).toEqual({
    passthrough: ['-fps_mode', 'passthrough'],
    release: 7,
  });
  expect(reconnect).toContain('-reconnect_on_network_error');
});

test.each([undefined, 0])('one of release %p is asked', async (release) => {
  await expect(findBinaries({ ...named, release })).rejects.toThrow(
    'FFMPEG_PATH names /nowhere/ffmpeg, which cannot be started',
  );
});
