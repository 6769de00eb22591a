import { join } from 'node:path';
import { DEPTHS } from '../../layers/domain/questions/question.ts';
import type { startPlainModel } from '../../test/support/models/plain-model.ts';
import type { QuestionBench } from './service.ts';
import { footageIn } from './truth.ts';

/** Footage with pictures that is asked about at every depth; the longest of it tells the most. */
const FILES = 5;

/** Counts what goes out to a model, by the published rule of a token for 28 x 28 pixels and four letters. */
export async function measureWire(
  bench: QuestionBench,
  folder: string,
  model: Awaited<ReturnType<typeof startPlainModel>>,
) {
  const pictures = (await footageIn(folder)).filter(({ file }) => !file.endsWith('.wav'));
  const longest = pictures.sort((a, b) => (b.duration ?? 0) - (a.duration ?? 0)).slice(0, FILES);
  const rows = [];
  for (const { file, duration } of longest) {
    const upload_id = await bench.upload(join(folder, file));
    for (const depth of DEPTHS) {
      const from = model.sent.length;
      await bench.ask({ upload_id, question: 'What happens?', depth, rewatch: true });
      const sent = model.sent.slice(from);
      const tokens = sent.reduce((sum, call) => sum + call.tokens, 0);
      const minutes = (duration ?? 0) / 60;
      rows.push({
        file,
        seconds: duration,
        depth,
        calls: sent.length,
        pictures: sent.reduce((sum, call) => sum + call.pictures, 0),
        tokens,
        tokensPerMinute: Math.round(tokens / minutes),
        callsPerMinute: Math.round((sent.length / minutes) * 10) / 10,
      });
    }
  }
  return rows;
}
