import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from './bundle-options.ts';

/**
 * Bundles handlers for the image: `node lib/image/bundle.ts OUT_FOLDER HANDLER…`, where a handler
 * is a folder under functions/ such as `workers/read`. Runs inside the image's build.
 */
const [outdir, ...handlers] = process.argv.slice(2);
if (outdir === undefined || handlers.length === 0) throw new Error('Name a folder and handlers');

await build({
  entryPoints: handlers.flatMap((handler) => [
    { in: `functions/${handler}/handler.ts`, out: `${handler}/handler` },
    // Threads are started from files beside the handler.
    { in: 'layers/adapters/onnx/text/ocr-thread.ts', out: `${handler}/ocr-thread` },
    { in: 'layers/adapters/onnx/voices/voice-thread.ts', out: `${handler}/voice-thread` },
  ]),
  outdir,
  ...BUNDLE_OPTIONS,
  // Native code, installed beside the bundle.
  external: ['sharp', 'onnxruntime-node'],
  // The image has an ffmpeg of its own; the packaged ones would only be dead weight with known
  // faults.
  alias: {
    '@ffmpeg-installer/ffmpeg': './lib/image/no-packaged-tool.ts',
    '@ffprobe-installer/ffprobe': './lib/image/no-packaged-tool.ts',
  },
});
