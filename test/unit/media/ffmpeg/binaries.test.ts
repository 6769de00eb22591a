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
  await expect(findBinaries({ ffmpeg: named.ffmpeg, release })).rejects.toThrow(
    'FFMPEG_PATH names /nowhere/ffmpeg, which cannot be started as ffmpeg',
  );
  await expect(findBinaries({ ffprobe: named.ffprobe, release })).rejects.toThrow(
    'FFPROBE_PATH names /nowhere/ffprobe, which cannot be started as ffprobe',
  );
});

test('a program that is no decoder is not taken for one', async () => {
  await expect(findBinaries({ ffmpeg: '/bin/true' })).rejects.toThrow(
    'FFMPEG_PATH names /bin/true, which cannot be started as ffmpeg',
  );
});
