/** `node draw-once.ts FILE PROBE.json QUESTION-JSON`: draws all sheets of one call and lets them go. */
import { readFile } from 'node:fs/promises';
import { FramesRequest } from '../../layers/domain/frames.ts';
import { planFrames } from '../../layers/domain/frames-plan.ts';
import { Probe } from '../../layers/domain/probe.ts';
import { ffmpegEngine } from '../../layers/media/engine.ts';
import { findBinaries } from '../../layers/media/ffmpeg/binaries.ts';

const [file = '', probeFile = '', question = '{}'] = process.argv.slice(2);
const engine = ffmpegEngine(await findBinaries({ ffmpeg: process.env['FFMPEG_PATH'] }));
const probe = Probe.parse(JSON.parse(await readFile(probeFile, 'utf8')));
const plan = planFrames(FramesRequest.parse({ url: file, ...JSON.parse(question) }), probe);
const drawing = engine.draw(file, probe, plan, AbortSignal.timeout(3_600_000));
while (!(await drawing.next()).done);
