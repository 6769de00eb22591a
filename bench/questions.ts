import { parseArgs } from 'node:util';
import { Depth } from '../layers/domain/questions/question.ts';
import { startPlainModel } from '../test/support/models/plain-model.ts';
import { measureCitations } from './questions/citations.ts';
import { questionBench } from './questions/service.ts';
import { measureWire } from './questions/wire.ts';
import { soak } from './soak/soak.ts';

/**
 * `npm run bench:questions -- --footage DIR [--depth read] [--wire]`: asks whoever is configured (ANSWERER_URL and the
 * like; else evidence) what the folder's `truth.json` knows. With `--wire` a scripted model answers, and what goes
 * out to it at each depth is counted instead.
 */
const { values } = parseArgs({
  options: {
    footage: { type: 'string' },
    depth: { type: 'string', default: 'read' },
    wire: { type: 'boolean', default: false },
  },
});
const { footage, wire } = values;
if (footage === undefined)
  throw new Error('Name a folder with --footage DIR; it holds truth.json.');

await soak(async (tables) => {
  const model = wire ? await startPlainModel() : undefined;
  if (model) Object.assign(process.env, { ANSWERER_URL: model.url, ANSWERER_MODEL: 'scripted' });
  const bench = await questionBench(tables);
  try {
    if (model) {
      console.table(await measureWire(bench, footage, model));
      return { holds: true };
    }
    const found = await measureCitations(bench, footage, Depth.parse(values.depth));
    return { holds: found.keptAbsent === 1, ...found };
  } finally {
    await bench.stop();
    await model?.close();
  }
});
