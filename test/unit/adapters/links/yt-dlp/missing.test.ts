import { ytDlp } from '../../../../../layers/adapters/links/yt-dlp/yt-dlp.ts';
import { linkOf } from '../../../../../layers/domain/links/recognise.ts';

function notCalled(): never {
  throw new Error('nothing goes out');
}
const never = new AbortController().signal;

describe('without yt-dlp', () => {
  const none = ytDlp({
    binary: undefined,
    ffmpeg: '/usr/bin/ffmpeg',
    out: { lane: notCalled },
    newFolder: notCalled,
  });

  test('a link is answered with what is missing', async () => {
    const work = none.find(linkOf('https://youtu.be/dQw4w9WgXcQ'), never);
    await expect(work).rejects.toMatchObject({
      type: 'source_unavailable',
      detail: { reason: 'unknown' },
      message: expect.stringMatching(/no downloader \(yt-dlp\) installed/),
    });
  });

  test('there is no version', async () => {
    await expect(none.version()).rejects.toThrow();
  });
});
