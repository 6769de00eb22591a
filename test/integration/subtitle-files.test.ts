import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { segmentsOf } from '../../layers/domain/transcript/segments.ts';
import { toSrt, toVtt } from '../../layers/domain/transcript/subtitles.ts';
import { parseCaptionFile } from '../../layers/media/captions/caption-segments.ts';
import { suiteFolder } from '../support/suite-folder.ts';

const run = promisify(execFile);

/** What people say, and what would be markup, an arrow, a number or an empty line. */
const SAID =
  'Is 5 < 6 && 7 > 6? --> Yes! <b>Bold</b> {\\an8} 42 Äpfel, 日本語 & co. 00:00:01,000 and so on it goes, longer than any line may be.';
const words = SAID.split(' ').map((word, at) => ({
  start: 3600 + at * 0.7,
  end: 3600 + at * 0.7 + (at % 5 === 0 ? 0.9 : 0.4),
  word,
  confidence: 1,
}));
const segments = segmentsOf(words);
const dir = await suiteFolder('subtitles');

const shownBy = async (text: string, format: 'srt' | 'vtt') =>
  (await parseCaptionFile(text, format, { window: [0, 7200], duration: 7200 }))
    ?.map((cue) => cue.text)
    .join(' ');

interface Packet {
  readonly pts_time: string;
  readonly duration_time: string;
}

test.each([
  ['srt', toSrt],
  ['vtt', toVtt],
] as const)(
  "ffmpeg's own parser reads every cue of a %s file, none shown over another",
  async (format, write) => {
    const file = join(dir, `said.${format}`);
    const text = write(segments);
    await writeFile(file, text);
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-of',
      'json',
      '-show_packets',
      '-show_streams',
      file,
    ]);
    const found: { packets: Packet[]; streams: { codec_name: string }[] } = JSON.parse(stdout);
    expect(found.streams.map(({ codec_name }) => codec_name)).toEqual([
      format === 'srt' ? 'subrip' : 'webvtt',
    ]);
    expect(found.packets).toHaveLength(
      text.split('\n').filter((line) => line.includes(' --> ')).length,
    );
    const times = found.packets.map(({ pts_time, duration_time }) => [
      Number(pts_time),
      Number(pts_time) + Number(duration_time),
    ]);
    expect(times[0]?.[0]).toBe(3600);
    for (const [at, [start = 0, end = 0]] of times.entries()) {
      expect(end).toBeGreaterThan(start);
      expect(end).toBeLessThanOrEqual((times[at + 1]?.[0] ?? end) + 0.0005);
    }
  },
);

test('what is said survives a player: WebVTT escapes what would be markup', async () => {
  const file = join(dir, 'player.vtt');
  await writeFile(file, toVtt(segments));
  const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', file, '-f', 'srt', '-']);
  expect(stdout).toContain('42');
  expect(await shownBy(toVtt(segments), 'vtt')).toBe(SAID.replace('{\\an8} ', ''));
});

test('lines hold at most 42 letters, two to a cue', async () => {
  for (const text of [toSrt(segments), toVtt(segments)]) {
    const format = text.startsWith('WEBVTT') ? 'vtt' : 'srt';
    const cues = await parseCaptionFile(text, format, { window: [0, 7200], duration: 7200 });
    expect(cues?.length).toBeGreaterThan(2);
    for (const cue of cues ?? []) {
      expect(cue.end - cue.start).toBeLessThanOrEqual(7.5);
    }
    for (const block of text.split('\n\n')) {
      const lines = block
        .trim()
        .split('\n')
        .filter((line) => !/-->|^\d+$|^WEBVTT/.test(line));
      expect(lines.length).toBeLessThanOrEqual(2);
    }
  }
});
