import type { BuildOptions } from 'esbuild';
import { COMMONJS_GLOBALS } from './commonjs-globals.ts';

/** How handlers are bundled, whether for the image or for a plain function. */
export const BUNDLE_OPTIONS = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node24',
  format: 'esm',
  mainFields: ['module', 'main'],
  banner: { js: COMMONJS_GLOBALS },
  minify: true,
  keepNames: true,
  sourcemap: true,
  sourcesContent: false,
} as const satisfies BuildOptions;
