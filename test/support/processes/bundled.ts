import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { BUNDLE_OPTIONS } from '../../../lib/image/bundle-options.ts';

/** Below node_modules, where a bundle finds the packages that are left out of it. */
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/bundled');
/** They look for files that lie beside them. */
const LEFT_OUT = ['sharp', 'onnxruntime-node', '@ffmpeg-installer/ffmpeg', '@ffprobe-installer/*'];

const bundles = new Map<string, Promise<string>>();

/**
 * A program of this folder in one file, bundled as functions are and once for this process: to be
 * started from its many modules costs twice the CPU, each time.
 */
export function bundled(program: string): Promise<string> {
  const bundle = bundles.get(program) ?? makeBundle(program);
  bundles.set(program, bundle);
  return bundle;
}

/** Under the same name each time, so that what is compiled of it is kept for the next run. */
async function makeBundle(program: string): Promise<string> {
  const bundle = join(FOLDER, `${basename(program, '.ts')}.mjs`);
  const {
    outputFiles: [file],
  } = await build({
    ...BUNDLE_OPTIONS,
    sourcemap: false,
    external: LEFT_OUT,
    entryPoints: [join(import.meta.dirname, program)],
    outdir: FOLDER,
    write: false,
  });
  if (file === undefined) throw new Error(`nothing was made of ${program}`);
  await mkdir(FOLDER, { recursive: true });
  // Another suite may be starting the one that is there.
  const making = `${bundle}-${process.pid}`;
  await writeFile(making, file.contents);
  await rename(making, bundle);
  return bundle;
}
