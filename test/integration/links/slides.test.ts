import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { ffmpegEngine } from '../../../layers/media/engine.ts';
import { quickFfmpeg } from '../../support/clips/quick-ffmpeg.ts';
import { fileAt } from '../../support/links.ts';
import { fetching } from '../../support/sites/fetching.ts';

test('slides with music are a film of the slides, with the sound beside it for as long as it lasts', async () => {
  const picture = await sharp({
    create: { width: 90, height: 160, channels: 3, background: 'red' },
  })
    .jpeg()
    .toBuffer();
  const source = await fetching((request, response) =>
    request.url === '/music'
      ? response.end(readFileSync(join(source.folder, 'music.m4a')))
      : response.end(picture),
  );
  await quickFfmpeg('-f', 'lavfi', '-i', 'sine=d=7.5', join(source.folder, 'music.m4a'));
  const images = [1, 2, 3].map((n) => `${source.origin}/${n}`);
  const place = { kind: 'slides', images, audio: `${source.origin}/music` } as const;
  const { path, carousel } = await source.fetch({ ...fileAt(''), place });
  expect(carousel).toEqual({ slides: 3, audio_seconds: expect.closeTo(7.5, 1) });
  const probe = await ffmpegEngine(source.binaries).probe(path, AbortSignal.timeout(300_000));
  expect([probe.audio.length, probe.picture?.rate]).toEqual([1, [1, 1]]);
  await source.close();
});

test('slides become a film of one second each, all fitted into the largest', async () => {
  const drawn = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
  const slides = [await drawn(400, 300), await drawn(200, 500), await drawn(101, 99)];
  const source = await fetching((request, response) =>
    response.end(slides[Number(request.url?.slice(1))]),
  );
  const images = slides.map((_, n) => `${source.origin}/${n}`);
  const place = { kind: 'slides', images, audio: null } as const;
  const fetched = await source.fetch({ ...fileAt(''), place });
  expect(fetched.carousel).toEqual({ slides: 3, audio_seconds: null });
  const probe = await ffmpegEngine(source.binaries).probe(
    fetched.path,
    AbortSignal.timeout(300_000),
  );
  expect(probe).toMatchObject({ width: 400, height: 500, duration: 3 });
  await source.close();
});
