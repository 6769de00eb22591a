/**
 * `node draw-once.ts FILE PROBE.json QUESTION-JSON`: a worker that has drawn ten seconds says
 * `ready`, waits for a line, draws all sheets of one call, lets them go, says `done` and ends with
 * its input.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { chooseTextReader } from '../../layers/adapters/onnx/text/find-text-reader.ts';
import { FramesRequest } from '../../layers/domain/frames/frames.ts';
import { planFrames } from '../../layers/domain/frames/frames-plan.ts';
import { Probe } from '../../layers/domain/sources/probe.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';

const [file = '', probeFile = '', question = '{}'] = process.argv.slice(2);
const asked: Record<string, unknown> = JSON.parse(question);
const engine = ffmpegEngine(
  await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] }),
  asked['read_text'] ? chooseTextReader({})?.connect() : undefined,
);
const probe = Probe.parse(JSON.parse(await readFile(probeFile, 'utf8')));
const draw = async (call: Record<string, unknown>) => {
  const plan = planFrames(FramesRequest.parse({ url: file, ...call }), probe);
  const drawing = engine.draw(file, probe, plan, AbortSignal.timeout(3_600_000));
  while (!(await drawing.next()).done);
};

await draw({
  qa: asked['qa'],
  signals: asked['signals'],
  read_text: asked['read_text'],
  start: 0,
  end: 10,
});
console.log('ready');
await once(process.stdin, 'data');
await draw(asked);
console.log('done');
// What it took is read from its process, which stands until then.
await once(process.stdin, 'end');
