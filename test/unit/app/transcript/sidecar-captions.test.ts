import { makeSidecarCaptions } from '../../../../layers/app/transcript/sidecar-captions.ts';
import type { KnownVideo } from '../../../../layers/domain/videos/video-record.ts';
import { parseCaptionFile } from '../../../../layers/media/captions/caption-segments.ts';
import { probeOf } from '../../../support/fakes/probe-of.ts';

const video = {
  probe: probeOf(60),
  link: { language: null, captions: [{ key: 'captions', format: 'vtt', language: 'en' }] },
} as unknown as KnownVideo;

const said = (text: string, window: readonly [number, number] = [0, 60]) =>
  makeSidecarCaptions({
    artifacts: { get: async () => Buffer.from(text) },
    parse: parseCaptionFile,
  })(video, { language: 'auto', window });

test('captions that have nothing in a window are its captions', async () => {
  const text = 'WEBVTT\n\n00:00:01.000 --> 00:00:03.000\nhello\n';
  expect(await said(text)).toMatchObject({ segments: [{ start: 1, end: 3, text: 'hello' }] });
  expect(await said(text, [10, 20])).toEqual({ language: 'en', segments: [] });
});

test('captions by another clock, none of which is shown in the video, are none', async () => {
  const text = 'WEBVTT\n\n01:00:01.000 --> 01:00:03.000\nhello\n';
  expect(await said(text)).toBeUndefined();
  expect(await said(text, [10, 20])).toBeUndefined();
});
